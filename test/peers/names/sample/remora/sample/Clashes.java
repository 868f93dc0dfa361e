package remora.sample;

import jakarta.ejb.Remote;

/** Names that TypeScript has already. */
@Remote
public interface Clashes {
    java.time.Instant now(Instant instant);
    java.util.Map<String, Map> map(Map map);
    Promise promise(Promise promise) throws Exception;
    java.time.DayOfWeek day(java.time.Month month, java.time.ZoneId zone);
    @NonNull String label(@NonNull String text, String @NonNull [] words, @NonNull String[] others);
    java.util.EnumMap<Promise, String> promises(java.util.EnumMap<?, String> any, java.util.EnumMap<java.time.Month, Integer> months);
    java.util.concurrent.TimeUnit unit(java.math.RoundingMode mode, java.time.temporal.ChronoUnit other);
    java.util.List<Clashes> all(java.util.Collection<? extends Clashes> others);
}
