package remora.sample;

import jakarta.ejb.Remote;
import java.util.concurrent.Future;

/** Classes that know each other in circles: an interface, a value, exceptions. */
@Remote
public interface Shop {
    Basket basket(Basket basket) throws DeepTrouble;
    Future<Basket> later(Shop other);
}
