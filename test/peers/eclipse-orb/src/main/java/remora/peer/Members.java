package remora.peer;

import com.sun.corba.ee.impl.folb.GroupInfoServiceBase;
import com.sun.corba.ee.spi.folb.ClusterInstanceInfo;
import com.sun.corba.ee.spi.folb.SocketInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The group view of one member: a static table of addresses plus the set of members that are "in".
 * Stands where an application server would plug its group management system.
 */
final class Members extends GroupInfoServiceBase {
    private static final long serialVersionUID = 1L;

    static final class Address {
        final String name;
        final String host;
        final int port;
        final int weight;
        /** Host text in the cluster components; real clusters use a node name there and a number in the profile. */
        final String shown;

        Address(String name, String host, int port, int weight, String shown) {
            this.name = name;
            this.host = host;
            this.port = port;
            this.weight = weight;
            this.shown = shown == null ? host : shown;
        }
    }

    private final transient List<Address> all;
    private final transient Set<Integer> in = new TreeSet<>();

    Members(List<Address> all, Set<Integer> out) {
        this.all = new ArrayList<>(all);
        for (int i = 0; i < all.size(); i++) if (!out.contains(i)) in.add(i);
    }

    static Address weighted(Address a, int weight) {
        return new Address(a.name, a.host, a.port, weight, a.shown);
    }

    /** Returns whether the view changed. */
    boolean change(int index, boolean join) {
        synchronized (in) {
            return join ? in.add(index) : in.remove(index);
        }
    }

    boolean weight(int index, int weight) {
        synchronized (in) {
            all.set(index, weighted(all.get(index), weight));
            return true;
        }
    }

    List<Integer> current() {
        synchronized (in) { return new ArrayList<>(in); }
    }

    @Override
    public List<ClusterInstanceInfo> internalClusterInstanceInfo(List<String> ignored) {
        List<ClusterInstanceInfo> out = new ArrayList<>();
        for (int i : current()) {
            Address a = all.get(i);
            List<SocketInfo> sockets = new ArrayList<>();
            // The application server uses its listener id as the type; the ORB renames it in references.
            sockets.add(new SocketInfo("orb-listener-1", a.shown, a.port));
            out.add(new ClusterInstanceInfo(a.name, a.weight, sockets));
        }
        return out;
    }
}
