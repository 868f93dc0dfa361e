package remora.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;

@Stateless(name = "PostingBean")
public class PostingBean implements Posting {
  @Resource private SessionContext context;

  @Override
  public String required(String text) {
    return text;
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.MANDATORY)
  public String mandatory(String text) {
    return text;
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.NEVER)
  public String never(String text) {
    return text;
  }

  @Override
  public String rolledBack(String text) {
    context.setRollbackOnly();
    return text;
  }
}
