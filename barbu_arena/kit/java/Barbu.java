import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What a Barbu bot in Java needs: the loop, questions, cards, contracts, chance, and JSON.
 *
 * <p>One file for Java 17, without libraries: keep it beside your bot. Cards are text, rank then
 * suit: "KH", "TS", "2C". Seats are 0-3 clockwise. From barbu-arena, under the MIT licence: use it,
 * change it, ship it with your bot.
 */
public final class Barbu {
    public static final String RANKS = "23456789TJQKA";
    public static final String SUITS = "SHDC";

    private Barbu() {}

    /** A bot. Each answer is one of question.legal(); the defaults take the first. */
    public interface Bot {
        String name();

        default String version() {
            return "1";
        }

        default String choose(Question question) {
            return question.legal().get(0);
        }

        /** Answer a double question: Java has taken that word. */
        default String call(Question question) {
            return question.legal().get(0);
        }

        default String play(Question question) {
            return question.legal().get(0);
        }
    }

    /** Answer on standard output what comes on standard input, to its end. */
    public static void run(Bot bot) throws IOException {
        Map<String, Object> rules = Map.of();
        long seed = 0;
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.isBlank()) {
                continue;
            }
            Map<String, Object> message = map(new Reader(line).whole());
            String id = quoted(String.valueOf(message.get("id")));
            if ("hello".equals(message.get("type"))) {
                rules = map(message.get("rules"));
                String says = "{\"id\":%s,\"protocol\":1,\"name\":%s,\"version\":%s}";
                System.out.println(says.formatted(id, quoted(bot.name()), quoted(bot.version())));
            } else if ("session".equals(message.get("type"))) {
                seed = (Long) message.get("seed");
            } else if (message.containsKey("legal")) {
                String action = answer(bot, new Question(message, rules, seed));
                System.out.println("{\"id\":%s,\"action\":%s}".formatted(id, quoted(action)));
            }
            System.out.flush();
        }
    }

    private static String answer(Bot bot, Question question) {
        return switch (question.text("type")) {
            case "choose" -> bot.choose(question);
            case "double" -> bot.call(question);
            case "play" -> bot.play(question);
            default -> question.legal().get(0);
        };
    }

    /** A question; `fields` has all as it came. */
    public record Question(Map<String, Object> fields, Map<String, Object> rules, long seed) {
        public List<String> legal() {
            return texts(fields.get("legal"));
        }

        public List<String> hand() {
            return texts(fields.get("hand"));
        }

        /** The trick in play, without cards for its leader; null outside tricks. */
        public List<String> trick() {
            Object trick = fields.get("trick");
            return trick == null ? null : texts(map(trick).get("cards"));
        }

        /** The contract announced; null before. */
        public Contract contract() {
            return fields.containsKey("contract") ? contract(text("contract")) : null;
        }

        public Contract contract(String name) {
            return new Contract(name, map(map(rules.get("contracts")).get(name)));
        }

        /** A field that is text, such as trump or start; null where it is absent. */
        public String text(String key) {
            return (String) fields.get(key);
        }

        /** A field that is a number, such as seat or deals_left; 0 where it is absent. */
        public int number(String key) {
            return fields.get(key) instanceof Long value ? value.intValue() : 0;
        }

        /** A generator for this question alone: asked again, it gives the same. */
        public Random chance() {
            long kind = text("type").length();
            return new Random(((seed * 64 + number("deal")) * 8 + kind) * 16 + hand().size());
        }
    }

    /** A contract, with its fields as the rules have them. */
    public record Contract(String name, Map<String, Object> fields) {
        public boolean isDomino() {
            return fields.containsKey("places");
        }

        /** What capturing a card is worth; of the entries the most exact counts. */
        public int points(String card) {
            Map<String, Object> cards = map(fields.get("cards"));
            for (String key : List.of(card, card.substring(0, 1), card.substring(1))) {
                if (cards.get(key) instanceof Long points) {
                    return points.intValue();
                }
            }
            return 0;
        }

        /** What a trick (1 to 13) is worth, without its cards. */
        public int points(int trick) {
            Object all = fields.get("tricks");
            Object points = all instanceof Long ? all : map(all).get(String.valueOf(trick));
            return points instanceof Long value ? value.intValue() : 0;
        }

        /** All points of one deal: negative contracts are those below 0. */
        public int total() {
            int total = 0;
            for (Object place : list(fields.get("places"))) {
                total += ((Long) place).intValue();
            }
            for (int i = 0; i < 52; i++) {
                total += points("" + RANKS.charAt(i % 13) + SUITS.charAt(i / 13));
            }
            for (int trick = 1; trick <= 13; trick++) {
                total += points(trick);
            }
            return total;
        }
    }

    /** 0 for a 2, 12 for an ace. */
    public static int rank(String card) {
        return RANKS.indexOf(card.charAt(0));
    }

    public static char suit(String card) {
        return card.charAt(1);
    }

    /** Whether a card beats the best one of a trick; without a trump that is null. */
    public static boolean beats(String card, String best, String trump) {
        if (suit(card) == suit(best)) {
            return rank(card) > rank(best);
        }
        return String.valueOf(suit(card)).equals(trump);
    }

    /** The card that wins a trick so far. */
    public static String best(List<String> cards, String trump) {
        return cards.stream().reduce((best, card) -> beats(card, best, trump) ? card : best).get();
    }

    /** A value of JSON as a map; empty where it is none. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> map(Object value) {
        return value instanceof Map ? (Map<String, Object>) value : Map.of();
    }

    /** A value of JSON as a list; empty where it is none. */
    @SuppressWarnings("unchecked")
    public static List<Object> list(Object value) {
        return value instanceof List ? (List<Object>) value : List.of();
    }

    public static List<String> texts(Object value) {
        return list(value).stream().map(String.class::cast).toList();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Reads JSON with whole numbers only, as the arena writes it. */
    private static final class Reader {
        private final String text;
        private int at = 0;

        Reader(String text) {
            this.text = text;
        }

        Object whole() {
            Object value = value();
            skip();
            if (at < text.length()) {
                throw wrong();
            }
            return value;
        }

        private IllegalArgumentException wrong() {
            return new IllegalArgumentException("not JSON at " + at + ": " + text);
        }

        private void skip() {
            while (at < text.length() && text.charAt(at) <= ' ') {
                at++;
            }
        }

        /** Take a mark, if it comes next. */
        private boolean take(String mark) {
            skip();
            boolean found = text.startsWith(mark, at);
            at += found ? mark.length() : 0;
            return found;
        }

        private Object value() {
            if (take("{")) {
                return entries();
            }
            if (take("[")) {
                return items();
            }
            if (take("\"")) {
                return string();
            }
            if (take("null")) {
                return null;
            }
            if (take("true")) {
                return true;
            }
            if (take("false")) {
                return false;
            }
            int start = at;
            while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            if (start == at) {
                throw wrong();
            }
            return Long.valueOf(text.substring(start, at));
        }

        private Map<String, Object> entries() {
            Map<String, Object> found = new LinkedHashMap<>();
            while (!take("}")) {
                if (!found.isEmpty() && !take(",") || !take("\"")) {
                    throw wrong();
                }
                String key = string();
                if (!take(":")) {
                    throw wrong();
                }
                found.put(key, value());
            }
            return found;
        }

        private List<Object> items() {
            List<Object> found = new ArrayList<>();
            while (!take("]")) {
                if (!found.isEmpty() && !take(",")) {
                    throw wrong();
                }
                found.add(value());
            }
            return found;
        }

        private String string() {
            StringBuilder found = new StringBuilder();
            while (at < text.length() && text.charAt(at) != '"') {
                char next = text.charAt(at++);
                found.append(next == '\\' ? escaped() : next);
            }
            at++;
            return found.toString();
        }

        private char escaped() {
            char mark = text.charAt(at++);
            if (mark == 'u') {
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            int place = "ntrbf".indexOf(mark);
            return place < 0 ? mark : "\n\t\r\b\f".charAt(place);
        }
    }
}
