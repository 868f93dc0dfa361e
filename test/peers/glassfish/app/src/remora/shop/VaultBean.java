package remora.shop;

import jakarta.annotation.Resource;
import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;

@Stateless(name = "VaultBean")
@DeclareRoles("staff")
@RolesAllowed("staff")
public class VaultBean implements Vault {
  @Resource private SessionContext context;

  @Override
  public String open() {
    return context.getCallerPrincipal().getName();
  }

  @Override
  public String whoami() {
    return Instance.name();
  }
}
