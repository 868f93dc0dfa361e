package remora.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One JVM per member: crashes (kill), planned stops and restarts are then real. Holds no ORB itself. */
final class Supervisor {
    private final List<String> jvm;
    private final List<String> options;
    private final PrintStream out;
    private final Process[] child;
    /** Kept for members that are started later. */
    private final int[] weights;
    private final Set<Integer> outside;

    Supervisor(int n, List<String> options, int[] weights, Set<Integer> outside, PrintStream out) {
        this.weights = new int[n];
        for (int i = 0; i < n; i++) this.weights[i] = i < weights.length ? weights[i] : 100;
        this.outside = outside;
        this.options = options;
        this.out = out;
        this.child = new Process[n];
        jvm = new ArrayList<>();
        jvm.add(ProcessHandle.current().info().command().orElse("java"));
        jvm.addAll(java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments());
        jvm.add("-cp");
        jvm.add(System.getProperty("java.class.path"));
        jvm.add(Main.class.getName());
    }

    void run() throws Exception {
        CountDownLatch all = new CountDownLatch(child.length);
        for (int i = 0; i < child.length; i++) launch(i, all);
        all.await();
        out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null;) {
            String[] w = line.trim().split("\\s+");
            if (w[0].equals("quit")) break;
            if (w[0].isEmpty()) continue;
            int who = w.length > 1 && w[1].matches("\\d+") ? Integer.parseInt(w[1]) : -1;
            switch (w[0]) {
                case "kill":
                    child[who].destroyForcibly().waitFor();
                    out.println("{\"event\":\"ok\",\"what\":\"kill " + who + "\"}");
                    break;
                case "stop":
                    child[who].getOutputStream().close();
                    child[who].waitFor(10, TimeUnit.SECONDS);
                    out.println("{\"event\":\"ok\",\"what\":\"stop " + who + "\"}");
                    break;
                case "start": {
                    CountDownLatch one = new CountDownLatch(1);
                    launch(who, one);
                    one.await();
                    break;
                }
                case "ior":
                    send(who, line);
                    break;
                default:
                    if (w[0].equals("leave")) outside.add(who);
                    if (w[0].equals("join")) outside.remove(who);
                    if (w[0].equals("weight") && w.length > 2) weights[who] = Integer.parseInt(w[2]);
                    for (int i = 0; i < child.length; i++) send(i, line);
            }
        }
        for (Process p : child) p.getOutputStream().close();
        for (Process p : child) if (!p.waitFor(10, TimeUnit.SECONDS)) p.destroyForcibly();
    }

    private void send(int i, String line) {
        if (!child[i].isAlive()) return;
        try {
            child[i].getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            child[i].getOutputStream().flush();
        } catch (IOException e) {
            out.println("{\"event\":\"error\",\"what\":\"member " + i + "\",\"detail\":\"not reachable\"}");
        }
    }

    private void launch(int i, CountDownLatch up) throws IOException {
        List<String> c = new ArrayList<>(jvm);
        c.addAll(options);
        c.add("--weights");
        c.add(Arrays.stream(weights).mapToObj(Integer::toString).collect(Collectors.joining(",")));
        if (!outside.isEmpty()) {
            c.add("--out");
            c.add(outside.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        c.add("--only");
        c.add(Integer.toString(i));
        child[i] = new ProcessBuilder(c).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader r = new BufferedReader(new InputStreamReader(child[i].getInputStream(), StandardCharsets.UTF_8));
        Thread t = new Thread(() -> {
            boolean ready = false;
            try {
                for (String line; (line = r.readLine()) != null;) {
                    if (line.equals("ready")) { ready = true; up.countDown(); }
                    else out.println(line);
                }
            } catch (IOException e) { /* the process ended */ }
            out.println("{\"event\":\"exit\",\"member\":" + i + "}");
            if (!ready) up.countDown();
        });
        t.setDaemon(true);
        t.start();
    }
}
