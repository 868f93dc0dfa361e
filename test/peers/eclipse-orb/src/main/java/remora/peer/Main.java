package remora.peer;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Starts members and obeys one-line commands on stdin; see README. Everything on stdout is one JSON object per line
 * except the single line "ready".
 */
public final class Main {
    private static final PrintStream OUT = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true, StandardCharsets.UTF_8);

    /** Members that have left the group: what a member started later begins with. */
    private static final Set<Integer> OUTSIDE = new TreeSet<>();

    public static void main(String[] args) throws Exception {
        long t0 = System.nanoTime();
        System.setProperty("com.sun.corba.ee.ORBUseDynamicStub", "true");
        System.setProperty("javax.rmi.CORBA.UtilClass", "com.sun.corba.ee.impl.javax.rmi.CORBA.Util");
        System.setProperty("javax.rmi.CORBA.StubClass", "com.sun.corba.ee.impl.javax.rmi.CORBA.StubDelegateImpl");
        System.setProperty("javax.rmi.CORBA.PortableRemoteObjectClass", "com.sun.corba.ee.impl.javax.rmi.PortableRemoteObject");
        int n = 1, base = 0, only = -1;
        boolean plain = false, processes = false;
        String hosts = "127.0.0.1";
        String ports = null, memberHost = null;
        int[] weights = {};
        Properties extra = new Properties();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--members": n = Integer.parseInt(args[++i]); break;
                case "--base-port": base = Integer.parseInt(args[++i]); break;
                case "--ports": ports = args[++i]; break;
                case "--weights": weights = parse(args[++i]); break;
                case "--out": for (int who : parse(args[++i])) OUTSIDE.add(who); break;
                case "--hosts": hosts = args[++i]; break;
                case "--member-host": memberHost = args[++i]; break;
                case "--only": only = Integer.parseInt(args[++i]); break;
                case "--no-folb": plain = true; break;
                case "--processes": processes = true; break;
                case "--set": { String[] kv = args[++i].split("=", 2); extra.setProperty(kv[0], kv[1]); break; }
                default: System.err.println("unknown option " + args[i]); System.exit(64);
            }
        }
        String[] host = hosts.split(",");
        List<Members.Address> table = new ArrayList<>();
        int[] chosen = ports != null ? parse(ports) : choose(n, base, host);
        if (processes) {
            List<String> pass = new ArrayList<>();
            for (int i = 0; i < args.length; i++) {
                if (args[i].equals("--weights") || args[i].equals("--out")) i++;
                else if (!args[i].equals("--processes")) pass.add(args[i]);
            }
            StringBuilder list = new StringBuilder();
            for (int c : chosen) list.append(list.length() == 0 ? "" : ",").append(c);
            pass.add("--ports");
            pass.add(list.toString());
            new Supervisor(n, pass, weights, OUTSIDE, OUT).run();
            Runtime.getRuntime().halt(0);
        }
        for (int i = 0; i < n; i++) {
            table.add(new Members.Address("member-" + i, host[i % host.length], chosen[i], i < weights.length ? weights[i] : 100, memberHost));
        }
        Map<Integer, Member> members = new TreeMap<>();
        for (int i = 0; i < n; i++) {
            if (only >= 0 && i != only) continue;
            members.put(i, start(i, table, plain, extra));
        }
        OUT.println("{\"event\":\"started\",\"ms\":" + (System.nanoTime() - t0) / 1_000_000 + ",\"sinceJvmStart\":"
            + (System.currentTimeMillis() - java.lang.ProcessHandle.current().info().startInstant().get().toEpochMilli()) + "}");
        OUT.println("ready");

        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null;) {
            String[] w = line.trim().split("\\s+");
            if (w[0].isEmpty()) continue;
            try {
                if (w[0].equals("quit")) break;
                command(w, members, table, plain, extra);
            } catch (Exception e) {
                say("error", w[0], e.toString());
            }
        }
        for (Member m : members.values()) if (m != null) m.stop();
        OUT.println("{\"event\":\"stopped\"}");
        // Normal exit runs shutdown hooks (needed to write a class-data archive); halt is the fast way out.
        if ("normal".equals(System.getProperty("remoraExit"))) System.exit(0);
        Runtime.getRuntime().halt(0);
    }

    private static void command(String[] w, Map<Integer, Member> members, List<Members.Address> table, boolean plain, Properties extra)
        throws Exception {
        switch (w[0]) {
            case "leave":
            case "join": {
                // The group view changes on every member here; the member itself keeps running.
                int who = Integer.parseInt(w[1]);
                if (w[0].equals("join")) OUTSIDE.remove(who);
                else OUTSIDE.add(who);
                for (Member m : members.values()) {
                    if (m != null && m.view != null && m.view.change(who, w[0].equals("join"))) m.view.notifyObservers();
                }
                say("ok", w[0] + " " + who, view(members));
                break;
            }
            case "weight": {
                int who = Integer.parseInt(w[1]);
                table.set(who, Members.weighted(table.get(who), Integer.parseInt(w[2])));
                for (Member m : members.values()) {
                    if (m != null && m.view != null && m.view.weight(who, Integer.parseInt(w[2]))) m.view.notifyObservers();
                }
                say("ok", "weight " + who, view(members));
                break;
            }
            case "stop": {
                int who = Integer.parseInt(w[1]);
                Member m = members.put(who, null);
                if (m != null) m.stop();
                say("ok", "stop " + who, view(members));
                break;
            }
            case "start": {
                int who = Integer.parseInt(w[1]);
                if (members.get(who) == null) members.put(who, start(who, table, plain, extra));
                say("ok", "start " + who, view(members));
                break;
            }
            case "ior": {
                // Members make fresh references, so labels and member lists are the current ones only after lookup.
                Member m = members.get(Integer.parseInt(w[1]));
                OUT.println(describe(m));
                break;
            }
            case "self": {
                // Calls each member through its own socket: a quick health check from inside.
                StringBuilder sb = new StringBuilder();
                for (Member m : members.values()) if (m != null) sb.append(SelfTest.whoami(m)).append(' ');
                say("ok", "self", sb.toString().trim());
                break;
            }
            case "status":
                say("ok", "status", view(members));
                break;
            default:
                say("error", w[0], "commands: leave i | join i | weight i w | stop i | start i | ior i | self | status | quit");
        }
    }

    private static String view(Map<Integer, Member> members) {
        for (Member m : members.values()) {
            if (m != null && m.view != null) return m.view.current().toString();
        }
        return "none";
    }

    private static Member start(int i, List<Members.Address> table, boolean plain, Properties extra) throws Exception {
        Members.Address a = table.get(i);
        Member m = new Member(i, a.name, a.host, a.port, plain ? null : new Members(table, OUTSIDE), extra);
        OUT.println(describe(m));
        return m;
    }

    private static String describe(Member m) {
        return "{\"event\":\"member\",\"member\":" + m.index + ",\"name\":\"" + m.name + "\",\"host\":\"" + m.host + "\",\"port\":" + m.port
            + ",\"namingPort\":" + m.port + ",\"corbaname\":\"corbaname:iiop:1.2@" + m.host + ":" + m.port + "#Greeter\",\"ior\":\""
            + m.iors.get("Greeter") + "\",\"plainIor\":\"" + m.iors.get("PlainGreeter") + "\",\"namingIor\":\"" + m.iors.get("nameService")
            + "\",\"pid\":" + ProcessHandle.current().pid() + "}";
    }

    private static void say(String event, String what, String detail) {
        OUT.println("{\"event\":\"" + event + "\",\"what\":\"" + what + "\",\"detail\":\"" + detail.replace("\\", "\\\\").replace("\"", "'").replace("\n", " ") + "\"}");
    }

    private static int[] parse(String ports) {
        String[] w = ports.split(",");
        int[] out = new int[w.length];
        for (int i = 0; i < w.length; i++) out[i] = Integer.parseInt(w[i]);
        return out;
    }

    /** Ports are needed before the ORBs exist (every reference names all members), so free ones are picked up front. */
    private static int[] choose(int n, int base, String[] host) throws Exception {
        int[] out = new int[n];
        if (base > 0) {
            for (int i = 0; i < n; i++) out[i] = base + i;
            return out;
        }
        List<ServerSocket> held = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            ServerSocket s = new ServerSocket(0, 1, InetAddress.getByName(host[i % host.length]));
            held.add(s);
            out[i] = s.getLocalPort();
        }
        for (ServerSocket s : held) s.close();
        return out;
    }
}
