/* strong: a Barbu bot in C. It deals the hidden cards anew 256 times in ways that fit what was
   shown and what the declarer chose, plays each world to its end by a rule for every legal answer,
   and takes the answer with the best mean, unless that is not sure to beat the rule's own.

   Stateless, of fixed effort, and in whole numbers throughout: the same question gets the same
   answer on any machine. It knows no contract by name. */

#include "doubles.h"

enum {
    WORLDS = 256,          /* of a card */
    CHOICE_WORLDS = 64,    /* of a contract */
    GATE = 1               /* standard errors by which a card must beat the rule's */
};

/* --- Cards ------------------------------------------------------------------------------------ */

/* What a point of each seat is worth to this one, with the doubles of the deal. */
static void weigh_seats(const Question *question, int weights[4]) {
    int me = question->seat, sum = 0;
    for (int other = 0; other < 4; other++) {
        int doubles = question->doubles[me][other] + question->doubles[other][me];
        weights[other] = other == me ? 0 : -question->rules->stakes[doubles];
        sum += weights[other];
    }
    weights[me] = 1 - sum;
}

/* The legal cards without those that are as good as the next higher one: nobody else holds a card
   between them, and they are worth the same. */
static Cards different(const View *view, Cards legal) {
    const Deal *deal = &view->deal;
    Cards kept = legal, about = view->unseen | deal->hands[view->me];
    if (deal->contract->domino) return legal;
    for (int place = 0; place < deal->in_trick; place++) about |= bit(deal->trick[place]);
    for (Cards rest = legal; rest; rest &= rest - 1) {
        int card = lowest(rest);
        if (!(above(card) & about)) continue;
        int next = lowest(above(card) & about);
        if (legal & bit(next) && deal->contract->cards[next] == deal->contract->cards[card])
            kept &= ~bit(card);
    }
    return kept;
}

typedef struct {
    int card;
    int64_t sum, gain, squares; /* of the points; of the gain over the rule's card */
} Candidate;

static int points_after(const Deal *world, int card, const int weights[4]) {
    Deal deal = *world;
    play_card(&deal, card);
    play_out(&deal, policy);
    int points = 0;
    for (int seat = 0; seat < 4; seat++) points += weights[seat] * deal.raw[seat];
    return points;
}

/* Whether a gain is larger than GATE standard errors of its mean. */
static bool passes_gate(const Candidate *candidate, int worlds) {
    int64_t gain = candidate->gain, squares = candidate->squares;
    for (; squares > (int64_t)1 << 40; squares /= 4) gain /= 2; /* no points overflow */
    int64_t scatter = worlds * squares - gain * gain;
    return gain > 0 && gain * gain * (worlds - 1) > GATE * GATE * scatter;
}

static int play(const Question *question, const Scene *scene, Dice *dice) {
    const View *view = &scene->view;
    int weights[4], number = 0, ruled = policy(&view->deal, question->legal_cards);
    Cards cards = different(view, question->legal_cards);
    Candidate candidates[52] = {{0}};
    weigh_seats(question, weights);
    for (; cards; cards &= cards - 1) candidates[number++].card = lowest(cards);
    if (number == 1) return candidates[0].card;
    for (int n = 0; n < WORLDS; n++) {
        Deal world;
        likely_world(scene, dice, &world);
        int by_rule = points_after(&world, ruled, weights);
        for (int i = 0; i < number; i++) {
            Candidate *candidate = &candidates[i];
            int points = candidate->card == ruled ? by_rule
                                                  : points_after(&world, candidate->card, weights);
            candidate->sum += points;
            candidate->gain += points - by_rule;
            candidate->squares += (int64_t)(points - by_rule) * (points - by_rule);
        }
    }
    const Candidate *best = &candidates[0];
    for (int i = 1; i < number; i++)
        if (candidates[i].sum > best->sum) best = &candidates[i];
    return passes_gate(best, WORLDS) ? best->card : ruled;
}

/* --- Contracts -------------------------------------------------------------------------------- */

static int choose(const Question *question, const Scene *scene, Dice *dice) {
    int best = 0;
    int64_t sums[MOST_LEGAL] = {0};
    Deal worlds[CHOICE_WORLDS];
    for (int n = 0; n < CHOICE_WORLDS; n++) sample_world(&scene->view, dice, &worlds[n]);
    for (int i = 0; i < question->legal_count; i++) {
        const Contract *contract = contract_named(question->rules, question->legal[i]);
        if (!contract) continue;
        int detail = detail_named(contract, question->legal[i]);
        for (int n = 0; n < CHOICE_WORLDS; n++) {
            Deal deal = worlds[n];
            begin_deal(&deal, question->rules, contract, detail, question->declarer);
            play_out(&deal, policy);
            sums[i] += (int64_t)deal.raw[question->seat] * ONE;
        }
        int left = left_after(question, index_of(question->rules, contract));
        sums[i] += (int64_t)left * CHOICE_WORLDS;
        if (sums[i] > sums[best]) best = i;
    }
    return best;
}

/* --- The bot ---------------------------------------------------------------------------------- */

static void prepare(const Rules *rules) {
    learn_rules(rules);
    learn_debts();
}

static int answer(const Question *question) {
    static Scene scene;
    Dice dice = dice_for(question);
    set_scene(&scene, question);
    if (question->ask == CHOOSE) return choose(question, &scene, &dice);
    if (question->ask == DOUBLE) return call_by(question, &scene, &dice);
    return answer_card(question, play(question, &scene, &dice));
}

int main(int argc, char **argv) {
    bool tells_legal = argc > 1 && !strcmp(argv[1], "--legal");
    const Bot bot = {"strong", "1.0", answer, prepare, tells_legal};
    return run(&bot);
}
