import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/** NAME: a Barbu bot. It ducks: change choose, call and play to make it yours. */
public final class Bot implements Barbu.Bot {
    @Override
    public String name() {
        return "NAME";
    }

    /** The first contract listed; of its variants the longest suit as trumps, or a middle rank. */
    @Override
    public String choose(Barbu.Question question) {
        String name = question.legal().get(0).split(":")[0];
        List<String> legal = question.legal();
        List<String> ways = legal.stream().filter(way -> way.split(":")[0].equals(name)).toList();
        if (question.contract(name).isDomino()) {
            return ways.get(ways.size() / 2);
        }
        List<String> hand = question.hand();
        Comparator<String> byLength =
                Comparator.comparing(
                        way -> hand.stream().filter(c -> way.endsWith(c.substring(1))).count());
        return ways.stream().max(byLength).get();
    }

    /** The first call: a pass, or what is owed. */
    @Override
    public String call(Barbu.Question question) {
        return question.legal().get(0);
    }

    /** The highest card that loses the trick, else the lowest; good tricks are to be won. */
    @Override
    public String play(Barbu.Question question) {
        List<String> legal = question.legal();
        Comparator<String> byRank = Comparator.comparing(Barbu::rank);
        if (question.contract().isDomino()) {
            // What lies farthest from the start is hardest to get rid of.
            int middle = Barbu.rank(question.text("start"));
            Comparator<String> byWay = Comparator.comparing(c -> Math.abs(Barbu.rank(c) - middle));
            return legal.stream().max(byWay).get();
        }
        if (question.contract().total() > 0) {
            return legal.stream().max(byRank).get();
        }
        String lowest = legal.stream().min(byRank).get();
        if (question.trick().isEmpty()) {
            return lowest;
        }
        String trump = question.text("trump");
        String best = Barbu.best(question.trick(), trump);
        return legal.stream().filter(c -> !Barbu.beats(c, best, trump)).max(byRank).orElse(lowest);
    }

    public static void main(String[] arguments) throws IOException {
        Barbu.run(new Bot());
    }
}
