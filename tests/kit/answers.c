/* What barbu.h makes of golden questions: a line {rules, question} in, one out with its legal cards,
   the voids, some worlds, and the raw scores when those are played out by the lowest legal cards. */

#include "../../barbu_arena/kit/c/barbu.h"

enum { WORLDS = 8 };

static int first(const Deal *deal, Cards legal) {
    (void)deal;
    return lowest(legal);
}

static void show_cards(Cards cards) {
    putchar('[');
    for (bool more = false; cards; cards &= cards - 1, more = true)
        printf("%s\"%c%c\"", more ? "," : "", RANK_NAMES[rank_of(lowest(cards))],
               SUIT_NAMES[suit_of(lowest(cards))]);
    putchar(']');
}

static void show_voids(const View *view) {
    printf("\"voids\":[");
    for (int seat = 0; seat < 4; seat++) {
        printf(seat ? ",[" : "[");
        bool more = false;
        for (int suit = 0; suit < 4; suit++)
            if (view->deal.voids[seat] >> suit & 1) {
                printf("%s\"%c\"", more ? "," : "", SUIT_NAMES[suit]);
                more = true;
            }
        putchar(']');
    }
    printf("],");
}

static void show_world(const Question *question, const View *view, Dice *dice) {
    Deal world;
    sample_world(view, dice, &world);
    printf("{\"hands\":[");
    for (int seat = 0; seat < 4; seat++) {
        if (seat) putchar(',');
        show_cards(world.hands[seat]);
    }
    printf("],\"raw\":");
    if (question->ask == DOUBLE)
        begin_deal(&world, question->rules, question->contract, question->detail,
                   question->declarer);
    if (question->contract) play_out(&world, first);
    printf("[%d,%d,%d,%d]}", world.raw[0], world.raw[1], world.raw[2], world.raw[3]);
}

int main(void) {
    static char line[2 * LONGEST_LINE];
    static JsonReader reader;
    static Rules rules;
    static Question question;
    static View view;
    while (read_line(line, sizeof line)) {
        const Json *row = read_json(&reader, line);
        read_rules(&rules, member(row, "rules"));
        if (!read_question(&question, member(row, "question"), &rules, 1)) return 1;
        view_of(&view, &question);
        Dice dice = dice_for(&question);
        printf("{\"id\":\"%s\",", question.id);
        if (question.ask == PLAY) {
            printf("\"legal\":");
            show_cards(legal_cards(&view.deal));
            printf(",\"raw\":[%d,%d,%d,%d],", view.deal.raw[0], view.deal.raw[1], view.deal.raw[2],
                   view.deal.raw[3]);
            show_voids(&view);
        }
        printf("\"worlds\":[");
        for (int n = 0; n < WORLDS; n++) {
            if (n) putchar(',');
            show_world(&question, &view, &dice);
        }
        printf("]}\n");
    }
    return 0;
}
