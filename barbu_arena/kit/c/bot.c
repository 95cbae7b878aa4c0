/* NAME: a Barbu bot. It ducks: change play(), choose() and call() to make it yours. */

#include "barbu.h"

/* The highest card that loses the trick so far, else the lowest one. */
static int play(const Question *question) {
    View view;
    view_of(&view, question);
    const Deal *deal = &view.deal;
    Cards legal = question->legal_cards, losing = 0;
    if (!deal->in_trick || deal->contract->total > 0) return duck(deal, legal);
    for (Cards rest = legal; rest; rest &= rest - 1) {
        int card = lowest(rest);
        bool beats = suit_of(card) == suit_of(deal->best) ? card > deal->best
                                                          : suit_of(card) == deal->detail;
        if (!beats) losing |= bit(card);
    }
    return losing ? by_rank(losing, true) : by_rank(legal, false);
}

/* The contract that promises most when 30 deals that fit are played out by a simple rule. */
static int choose(const Question *question) {
    View view;
    view_of(&view, question);
    Dice dice = dice_for(question);
    int best = 0, most = 0;
    for (int i = 0; i < question->legal_count; i++) {
        const Contract *contract = contract_named(question->rules, question->legal[i]);
        int points = -8 * contract->total; /* what a quarter of 30 deals is worth anyway */
        for (int n = 0; n < 30; n++) {
            Deal world;
            sample_world(&view, &dice, &world);
            begin_deal(&world, question->rules, contract,
                       detail_named(contract, question->legal[i]), question->declarer);
            play_out(&world, duck);
            points += world.raw[question->seat];
        }
        if (i == 0 || points > most) {
            most = points;
            best = i;
        }
    }
    return best;
}

static int answer(const Question *question) {
    if (question->ask == CHOOSE) return choose(question);
    if (question->ask == DOUBLE) return 0; /* the first call: a pass, or what is owed */
    return answer_card(question, play(question));
}

int main(void) {
    const Bot bot = {.name = "NAME", .version = "1", .answer = answer};
    return run(&bot);
}
