package remora.peer;

import com.sun.corba.ee.impl.folb.InitialGroupInfoService;
import com.sun.corba.ee.impl.folb.ServerGroupManager;
import com.sun.corba.ee.impl.naming.cosnaming.TransientNameService;
import com.sun.corba.ee.spi.misc.ORBConstants;
import com.sun.corba.ee.spi.oa.rfm.ReferenceFactory;
import com.sun.corba.ee.spi.oa.rfm.ReferenceFactoryManager;
import com.sun.corba.ee.spi.orb.DataCollector;
import com.sun.corba.ee.spi.orb.ORB;
import com.sun.corba.ee.spi.orb.ORBConfigurator;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import javax.rmi.CORBA.Tie;
import javax.rmi.PortableRemoteObject;
import org.omg.CORBA.LocalObject;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContext;
import org.omg.CosNaming.NamingContextHelper;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.Servant;
import org.omg.PortableServer.ServantLocator;
import org.omg.PortableServer.ServantLocatorPackage.CookieHolder;

/** One server ORB with its name service, its servants and (unless plain) the cluster machinery. */
final class Member {
    /** Handed to Joiner, which the ORB instantiates itself by class name. */
    private static final ThreadLocal<Members> VIEW = new ThreadLocal<>();

    /** Runs inside ORB.init: makes our group view known before ServerGroupManager asks for it. */
    public static final class Joiner implements ORBConfigurator {
        @Override public void configure(DataCollector collector, ORB orb) {
            try {
                orb.register_initial_reference(ORBConstants.FOLB_SERVER_GROUP_INFO_SERVICE, VIEW.get());
                orb.register_initial_reference(ORBConstants.CSI_V2_SSL_TAGGED_COMPONENT_HANDLER, new NoSecurity());
            } catch (org.omg.CORBA.ORBPackage.InvalidName e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** One shared servant per factory; the ORB asks again for every request. */
    private static final class OneServant extends LocalObject implements ServantLocator {
        private static final long serialVersionUID = 1L;
        private final transient Servant servant;

        OneServant(Servant servant) { this.servant = servant; }
        @Override public Servant preinvoke(byte[] id, POA poa, String operation, CookieHolder cookie) { return servant; }
        @Override public void postinvoke(byte[] id, POA poa, String operation, Object cookie, Servant s) { }
    }

    final int index;
    final String name;
    final String host;
    final int port;
    final Members view;
    final ORB orb;
    final Map<String, String> iors = new HashMap<>();
    private final NamingContext root;
    private volatile Greeter stub;

    Member(int index, String name, String host, int port, Members view, Properties extra) throws Exception {
        this.index = index;
        this.name = name;
        this.host = host;
        this.port = port;
        this.view = view;
        Properties p = new Properties();
        p.setProperty("org.omg.CORBA.ORBClass", "com.sun.corba.ee.impl.orb.ORBImpl");
        p.setProperty(ORBConstants.SERVER_HOST_PROPERTY, host);
        p.setProperty(ORBConstants.SERVER_PORT_PROPERTY, Integer.toString(port));
        p.setProperty(ORBConstants.PERSISTENT_SERVER_PORT_PROPERTY, Integer.toString(port));
        // Same values as the application server, so that object keys are equal on all members.
        p.setProperty(ORBConstants.ORB_SERVER_ID_PROPERTY, "100");
        p.setProperty(ORBConstants.ORB_ID_PROPERTY, "S1AS-ORB");
        p.setProperty(ORBConstants.GIOP_FRAGMENT_SIZE, "1024");
        p.setProperty(ORBConstants.GIOP_BUFFER_SIZE, "1024");
        p.setProperty(ORBConstants.REGISTER_MBEANS, "false");
        p.setProperty(ORBConstants.RFM_PROPERTY, "1");
        if (view != null) {
            p.setProperty(ORBConstants.USER_CONFIGURATOR_PREFIX + Joiner.class.getName(), "1");
            p.setProperty(ORBConstants.USER_CONFIGURATOR_PREFIX + ServerGroupManager.class.getName(), "1");
        }
        p.putAll(extra);
        VIEW.set(view);
        orb = (ORB) ORB.init(new String[0], p);
        VIEW.remove();

        ((POA) orb.resolve_initial_references("RootPOA")).the_POAManager().activate();
        ReferenceFactoryManager factories =
            (ReferenceFactoryManager) orb.resolve_initial_references(ORBConstants.REFERENCE_FACTORY_MANAGER);
        factories.activate();
        new TransientNameService(orb);
        root = NamingContextHelper.narrow(orb.resolve_initial_references("NameService"));

        GreeterImpl impl = new GreeterImpl(name, () -> stub);
        Servant tie = tieFor(impl);
        String id = tie._all_interfaces(null, null)[0];

        // (1) through a reference factory: persistent key, cluster components, label, updates
        ReferenceFactory factory = factories.create("greeter", id, null, new OneServant(tie));
        org.omg.CORBA.Object clustered = factory.createReference(new byte[] {0, 1, 2, 3, 4, 5, 6, 7});
        stub = (Greeter) PortableRemoteObject.narrow(clustered, Greeter.class);
        bind("Greeter", clustered);

        // (2) a plain transient POA: no cluster component, key dies with the process
        POA rootPoa = (POA) orb.resolve_initial_references("RootPOA");
        Servant lone = tieFor(new GreeterImpl(name + "/plain", () -> stub));
        org.omg.CORBA.Object plain = rootPoa.id_to_reference(rootPoa.activate_object(lone));
        bind("PlainGreeter", plain);

        // (3) the same under a path, so a client can test compound names
        NameComponent[] dir = {new NameComponent("ejb", "ctx")};
        root.bind_new_context(dir);
        root.rebind(new NameComponent[] {dir[0], new NameComponent("Greeter", "remote")}, clustered);

        if (view != null) new InitialGroupInfoService(orb);
        iors.put("nameService", orb.object_to_string(root));
    }

    private Servant tieFor(GreeterImpl impl) {
        Tie tie = ORB.getPresentationManager().getTie();
        tie.setTarget(impl);
        return (Servant) tie;
    }

    private void bind(String id, org.omg.CORBA.Object ref) throws Exception {
        root.rebind(new NameComponent[] {new NameComponent(id, "")}, ref);
        iors.put(id, orb.object_to_string(ref));
    }

    /** Polite stop: the ORB sends CloseConnection. */
    void stop() {
        orb.destroy();
    }
}
