import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.regex.Pattern;

/** Reads cases from its input, one a line, and prints what each function opens: {@code event event}. */
final class Check {
    private static final Pattern NAME = Pattern.compile("^\\{\"eventName\":\"(\\w+)\".*\\}$", Pattern.DOTALL);

    private static String name(Optional<String> event) {
        return event.map(NAME::matcher).filter(match -> match.matches()).map(match -> match.group(1)).orElse("null");
    }

    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in, "UTF-8");
        while (lines.hasNextLine()) {
            String[] fields = lines.nextLine().split("\t", -1);
            byte[] raw = Base64.getDecoder().decode(fields[0]);
            Map<String, String> headers =
                    Map.of("webhook-id", fields[1], "webhook-timestamp", fields[2], "webhook-signature", fields[3]);
            Optional<String> byHeaders =
                    Verify.openByHeaders(
                            raw,
                            name -> headers.get(name).equals("-") ? null : headers.get(name),
                            fields[4],
                            Long.parseLong(fields[5]));
            System.out.println(name(byHeaders) + " " + name(Verify.openByBody(raw, fields[4])));
        }
    }
}
