package remora.names;

import java.io.IOException;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.PrintStream;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.rmi.CORBA.Util;
import javax.tools.ToolProvider;

/**
 * What Java itself says of names, hashes and serialVersionUIDs; lines of fields parted by tabs.
 *
 * <pre>
 * names FOLDER {rmi|business} INTERFACE …   interface, method with descriptor, operation name; or "refused" and why
 * ids FOLDER COUNT JAR …                    class, repository id, serialVersionUID; class files go to FOLDER
 * id CLASS …                                class, repository id
 * exceptions CLASS …                        lines of the generator's table of exceptions, as Java sees them
 * </pre>
 */
public final class Main {
    private static final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private Main() { }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "names" -> names(Path.of(args[1]), List.of(args).subList(2, args.length));
            case "ids" -> ids(Path.of(args[1]), Integer.parseInt(args[2]), List.of(args).subList(3, args.length));
            case "id" -> id(List.of(args).subList(1, args.length));
            case "exceptions" -> exceptions(List.of(args).subList(1, args.length));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void names(Path folder, List<String> words) throws Exception {
        Map<String, String> generated = new LinkedHashMap<>();
        for (int i = 0; i + 1 < words.size(); i += 2) {
            if (words.get(i).equals("business")) generated.put(words.get(i + 1), generate(folder, words.get(i + 1)));
        }
        compile(folder, generated);
        try (URLClassLoader loader = new URLClassLoader(new URL[] { folder.toUri().toURL() })) {
            for (int i = 0; i + 1 < words.size(); i += 2) {
                String name = words.get(i + 1);
                Class<?> asked = Class.forName(generated.getOrDefault(name, name), false, loader);
                com.sun.corba.ee.spi.presentation.rmi.IDLNameTranslator translator;
                try {
                    translator = com.sun.corba.ee.impl.presentation.rmi.IDLNameTranslatorImpl.get(asked);
                } catch (IllegalStateException refused) {
                    out.println(name + "\trefused\t" + refused.getMessage());
                    continue;
                }
                for (Method method : translator.getMethods()) {
                    out.println(name + "\t" + method.getName() + descriptor(method) + "\t" + translator.getIDLName(method));
                }
            }
        }
    }

    /** The interface that GlassFish generates for an EJB 3 view: every method declares RemoteException and a checked one. */
    private static String generate(Path folder, String name) throws Exception {
        Class<?> business = Class.forName(name, false, Main.class.getClassLoader());
        String simple = "_" + name.substring(name.lastIndexOf('.') + 1).replace('.', '_') + "_Remote";
        String packageName = business.getPackageName();
        StringBuilder source = new StringBuilder("package " + packageName + ";\npublic interface " + simple + " extends java.rmi.Remote {\n");
        Map<String, Method> methods = new LinkedHashMap<>();
        for (Method method : business.getMethods()) {
            String key = method.getName() + List.of(method.getParameterTypes());
            Method known = methods.get(key);
            if (known == null || known.getDeclaringClass().isAssignableFrom(method.getDeclaringClass()) && !method.isBridge()) methods.put(key, method);
        }
        for (Method method : methods.values()) {
            StringJoiner parameters = new StringJoiner(", ");
            int number = 0;
            for (Class<?> type : method.getParameterTypes()) parameters.add(type.getCanonicalName() + " p" + number++);
            source.append("  ").append(method.getReturnType().getCanonicalName()).append(' ').append(method.getName()).append('(').append(parameters)
                .append(") throws java.rmi.RemoteException, java.util.concurrent.TimeoutException;\n");
        }
        Path file = folder.resolve(packageName.replace('.', '/')).resolve(simple + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source.append("}\n"));
        return packageName + "." + simple;
    }

    private static void compile(Path folder, Map<String, String> generated) {
        if (generated.isEmpty()) return;
        List<String> words = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", folder.toString(), "-cp", System.getProperty("java.class.path")));
        for (String name : generated.values()) words.add(folder.resolve(name.replace('.', '/') + ".java").toString());
        int status = ToolProvider.getSystemJavaCompiler().run(null, System.err, System.err, words.toArray(new String[0]));
        if (status != 0) throw new IllegalStateException("javac ended with " + status);
    }

    private static String descriptor(Method method) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> type : method.getParameterTypes()) text.append(type.descriptorString());
        return text.append(')').append(method.getReturnType().descriptorString()).toString();
    }

    /** Serialisable classes of the JDK and of jars, in the order of their names, evenly picked; with all classes above them. */
    private static void ids(Path folder, int count, List<String> jars) throws Exception {
        TreeSet<String> names = new TreeSet<>();
        FileSystem runtime = FileSystems.getFileSystem(URI.create("jrt:/"));
        Map<String, Path> files = new LinkedHashMap<>();
        for (String module : List.of("java.base", "java.sql", "java.naming", "java.management", "java.desktop", "java.rmi", "java.xml", "java.logging")) {
            collect(runtime.getPath("modules", module), files);
        }
        for (String jar : jars) collect(FileSystems.newFileSystem(Path.of(jar)).getPath("/"), files);
        for (String name : files.keySet()) if (isAsked(name)) names.add(name);
        List<String> all = List.copyOf(names);
        int step = Math.max(1, all.size() / count);
        for (int i = 0; i < all.size(); i += step) tell(all.get(i), folder, files);
    }

    private static void id(List<String> names) throws Exception {
        for (String name : names) {
            out.println(name + "\t" + Util.createValueHandler().getRMIRepositoryID(Class.forName(name, false, Main.class.getClassLoader())));
        }
    }

    private static void collect(Path root, Map<String, Path> files) throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path path : (Iterable<Path>) walk::iterator) {
                String name = root.relativize(path).toString();
                if (!name.endsWith(".class") || name.contains("-info") || name.startsWith("META-INF")) continue;
                files.putIfAbsent(name.substring(0, name.length() - 6).replace('/', '.'), path);
            }
        }
    }

    private static boolean isAsked(String name) {
        try {
            Class<?> type = Class.forName(name, false, Main.class.getClassLoader());
            if (!Serializable.class.isAssignableFrom(type) || type.isInterface() || type.isEnum() || type.isRecord()) return false;
            for (Class<?> above = type; above != null; above = above.getSuperclass()) {
                // Its content is made by code, so no class file tells it.
                for (var field : above.getDeclaredFields()) if (field.getName().equals("serialPersistentFields")) return false;
            }
            // Java would run the initialisers of the class; those of windows and sounds want a screen.
            return !java.awt.Component.class.isAssignableFrom(type) && !Enum.class.isAssignableFrom(type);
        } catch (Throwable absent) {
            return false;
        }
    }

    private static void tell(String name, Path folder, Map<String, Path> files) throws IOException {
        String line;
        try {
            Class<?> type = Class.forName(name, false, Main.class.getClassLoader());
            long uid = ObjectStreamClass.lookup(type).getSerialVersionUID();
            line = name + "\t" + Util.createValueHandler().getRMIRepositoryID(type) + "\t" + uid;
            for (Class<?> above = type; above != null && above != Object.class; above = above.getSuperclass()) {
                copy(above.getName(), folder, files);
                for (Class<?> one : above.getInterfaces()) copyInterface(one, folder, files);
            }
        } catch (Throwable refused) {
            // An initialiser that wants a screen, a class that its own library lacks.
            return;
        }
        out.println(line);
    }

    private static void copyInterface(Class<?> type, Path folder, Map<String, Path> files) throws IOException {
        copy(type.getName(), folder, files);
        for (Class<?> above : type.getInterfaces()) copyInterface(above, folder, files);
    }

    private static void copy(String name, Path folder, Map<String, Path> files) throws IOException {
        Path target = folder.resolve(name.replace('.', '/') + ".class");
        if (Files.exists(target) || !files.containsKey(name)) return;
        Files.createDirectories(target.getParent());
        Files.write(target, Files.readAllBytes(files.get(name)));
    }

    private static void exceptions(List<String> names) throws Exception {
        for (String name : names) {
            Class<?> type = Class.forName(name, false, Main.class.getClassLoader());
            ObjectStreamClass described = ObjectStreamClass.lookup(type);
            StringJoiner line = new StringJoiner(" ").add(name).add(type.getSuperclass().getName()).add(Long.toString(described.getSerialVersionUID()));
            if (type != Throwable.class) {
                for (ObjectStreamField field : described.getFields()) {
                    line.add(field.getName() + ":" + (field.getTypeString() == null ? String.valueOf(field.getTypeCode()) : field.getTypeString()));
                }
            }
            out.println(line);
        }
    }
}
