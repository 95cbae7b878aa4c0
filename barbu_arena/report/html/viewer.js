"use strict";
// The replay viewer: steps through a session deal by deal, trick by trick.
// It knows no rules: who won what, and what a double was worth, stands in the data.
// Everything it shows is text: nothing from the data becomes markup.
(() => {
  const replays = [...document.querySelectorAll("script.replay")].map((block) => JSON.parse(block.textContent));
  const viewer = document.getElementById("viewer");
  if (!viewer || !replays.length) return;
  const part = (id) => document.getElementById("v-" + id);
  const SUITS = { S: ["♠", "spades"], H: ["♥", "hearts"], D: ["♦", "diamonds"], C: ["♣", "clubs"] };
  const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
  const ORDER = "23456789TJQKA";
  const PLACES = ["first", "second", "third"];
  const at = { session: 0, deal: 0, step: 0 };

  // --- small things -----------------------------------------------------------------------------
  const make = (name, kind, ...inner) => {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    made.append(...inner);
    return made;
  };
  const signed = (points) => (points > 0 ? "+" + points : points < 0 ? "−" + -points : "0");
  const rank = (letter) => (letter === "T" ? "10" : letter);
  const spoken = (card) => (RANKS[card[0]] || card[0]) + " of " + SUITS[card[1]][1];
  const suitSign = (suit) => {
    const made = make("span", "suit suit-" + suit, SUITS[suit][0]);
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", SUITS[suit][1]);
    return made;
  };
  const cardSign = (card, kind) => {
    const made = make("span", "card suit-" + card[1] + (kind ? " " + kind : ""), rank(card[0]) + SUITS[card[1]][0]);
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", spoken(card));
    return made;
  };
  const add = (a, b) => a.map((points, seat) => points + b[seat]);

  // --- where we are -----------------------------------------------------------------------------
  const session = () => replays[at.session];
  const deal = () => session().deals[at.deal];
  const isLastDeal = () => at.deal === session().deals.length - 1;
  const plays = () => deal().tricks || deal().turns;
  const callSteps = () => (deal().calls ? 1 : 0);
  const resultStep = () => 1 + callSteps() + plays().length;
  const lastStep = () => resultStep() + (isLastDeal() ? 1 : 0);
  const played = () => Math.max(0, Math.min(at.step - callSteps(), plays().length));

  const goTo = (number, step) => {
    at.deal = number;
    at.step = Math.min(step, lastStep());
    show();
  };
  const on = () => {
    if (at.step < lastStep()) goTo(at.deal, at.step + 1);
    else if (!isLastDeal()) goTo(at.deal + 1, 0);
  };
  const back = () => {
    if (at.step > 0) goTo(at.deal, at.step - 1);
    else if (at.deal > 0) goTo(at.deal - 1, Infinity);
  };
  const onDeal = () => goTo(isLastDeal() ? at.deal : at.deal + 1, isLastDeal() ? Infinity : 0);
  const backDeal = () => goTo(at.step > 0 ? at.deal : Math.max(0, at.deal - 1), 0);

  // --- what is shown ----------------------------------------------------------------------------
  const bot = (seat) => session().bots[seat];
  const declared = () => {
    const { contract, trump, start } = deal();
    if (trump) return contract + ", trump " + SUITS[trump][1];
    return contract + (start ? " from " + (RANKS[start] || start) : "");
  };
  const callText = ([seat, targets]) =>
    bot(seat) + (targets.length ? " doubles " + targets.map(bot).join(" and ") : " passes");
  const trickText = ([leader, cards, winner, points], number) =>
    `Trick ${number + 1}: ${bot(leader)} leads the ${spoken(cards[0])}; ` +
    `${bot(winner)} wins it${points ? " and scores " + signed(points) : ""}.`;
  const turnText = ([seat, card, place]) =>
    bot(seat) + (card ? " " + spoken(card) : " passes") + (place === null ? "" : ", out " + PLACES[place]);
  const storyOf = (step) => {
    const here = deal();
    const number = step - 1 - callSteps();
    if (step === 0) return `${bot(here.declarer)} declares ${declared()}.`;
    if (step === 1 && here.calls) return here.calls.map(callText).join(", ") + ".";
    if (number >= plays().length) {
      const end = step > resultStep() ? session().totals : here.scores;
      const what = step > resultStep() ? "The session ends" : "The session stands";
      return what + ": " + end.map((points, seat) => `${bot(seat)} ${signed(points)}`).join(", ") + ".";
    }
    if (here.tricks) return trickText(here.tricks[number], number);
    return `Round ${number + 1}: ` + here.turns[number].map(turnText).join("; ") + ".";
  };

  const goneCards = () => {
    const done = plays().slice(0, played());
    return new Set(deal().tricks ? done.flatMap((trick) => trick[1]) : done.flat().map((turn) => turn[1]));
  };
  const freshCards = () => {
    const last = played() && at.step <= callSteps() + plays().length ? plays()[played() - 1] : [];
    if (deal().turns) return new Map(last.map(([seat, card, place]) => [seat, [card, place !== null]]));
    return new Map((last[1] || []).map((card, place) => [(last[0] + place) % 4, [card, (last[0] + place) % 4 === last[2]]]));
  };
  const handLine = (suit, ranks, gone) => {
    const cards = [...ranks].map((letter) => {
      const away = gone.has(letter + suit);
      const made = make(away ? "s" : "span", "", rank(letter));
      return made;
    });
    return make("li", "", suitSign(suit), " ", ...(cards.length ? cards.flatMap((made) => [made, " "]) : ["–"]));
  };
  const seatBox = (seat, gone, fresh) => {
    const role = seat === deal().declarer ? " (declarer)" : "";
    const lines = deal().hands[seat].split(".").map((ranks, i) => handLine("SHDC"[i], ranks, gone));
    const box = make("div", "seat seat-" + seat, make("h4", "", bot(seat) + role), make("ul", "hand", ...lines));
    const [card, marked] = fresh.get(seat) || [];
    const last = make("p", "played");
    if (card) last.append(cardSign(card, marked ? "marked" : ""), marked ? (deal().turns ? " out" : " wins") : "");
    else if (fresh.has(seat)) last.append("passes");
    box.append(last);
    return box;
  };
  const layoutBox = (gone) => {
    const lines = [..."SHDC"].map((suit) => {
      const cards = [...ORDER].map((letter) => make("span", gone.has(letter + suit) ? "laid" : "unlaid", rank(letter)));
      return make("li", "", suitSign(suit), ...cards);
    });
    return make("div", "layout", make("h4", "", "On the table"), make("ul", "", ...lines));
  };
  const showTable = () => {
    const gone = goneCards();
    const fresh = freshCards();
    const boxes = [0, 1, 2, 3].map((seat) => seatBox(seat, gone, fresh));
    part("table").replaceChildren(...boxes, ...(deal().turns ? [layoutBox(gone)] : []));
  };

  const row = (title, points) =>
    make("tr", "", Object.assign(make("th", "", title), { scope: "row" }), ...points.map((n) => make("td", "n", n === null ? "–" : signed(n))));
  const rawSoFar = () => {
    if (at.step >= resultStep()) return deal().raw;
    if (deal().turns) return [null, null, null, null];
    return deal().tricks.slice(0, played()).reduce((sums, [, , winner, points]) => {
      sums[winner] += points;
      return sums;
    }, [0, 0, 0, 0]);
  };
  const showScores = () => {
    const done = at.step >= resultStep();
    const before = at.deal ? session().deals[at.deal - 1].scores : [0, 0, 0, 0];
    const rows = [row("raw", rawSoFar())];
    if (done && deal().calls) {
      const moved = deal().adjusted.map((points, seat) => points - deal().raw[seat]);
      rows.push(row("doubles", moved), row("deal", deal().adjusted));
    }
    rows.push(row("session", done ? deal().scores : before));
    if (at.step > resultStep()) {
      rows.push(row("penalties", add(session().quota, session().penalties)), row("total", session().totals));
    }
    const heads = session().bots.map((name) => Object.assign(make("th", "n", name), { scope: "col" }));
    const caption = make("caption", "", "Scores at this moment, in points");
    const corner = make("td", "");
    part("scores").replaceChildren(caption, make("thead", "", make("tr", "", corner, ...heads)), make("tbody", "", ...rows));
  };

  const worth = ([seat, target, kind, margin, stake, points]) => {
    const said = `${bot(seat)} doubled ${bot(target)} (${kind})`;
    if (at.step < resultStep()) return said;
    const times = stake === 1 ? "" : ` × ${stake}`;
    return `${said}: raw difference ${signed(margin)}${times}, worth ${signed(points)}`;
  };
  const list = (title, items, kind) =>
    items.length ? [make("h4", "", title), make("ul", kind, ...items.map((item) => make("li", "", item)))] : [];
  const showDoubles = () => {
    const called = at.step >= callSteps() && deal().calls;
    const faults = [...(at.deal === 0 ? session().faults : []), ...deal().faults];
    part("doubles").replaceChildren(
      ...list(at.step >= resultStep() ? "What each double was worth" : "Doubles", called ? deal().doubles.map(worth) : [], "doubles"),
      ...list("Faults", faults, "faults"),
    );
  };
  const playLine = (play, number) => {
    if (deal().turns) {
      return play.flatMap(([seat, card, place], i) => {
        const end = (place === null ? "" : ", out " + PLACES[place]) + (i < play.length - 1 ? "; " : "");
        return [bot(seat) + " ", card ? cardSign(card) : "passes", end];
      });
    }
    const [leader, cards, winner, points] = play;
    const shown = cards.flatMap((card, i) => [cardSign(card, (leader + i) % 4 === winner ? "marked" : ""), " "]);
    return [bot(leader) + " leads ", ...shown, `→ ${bot(winner)}${points ? " " + signed(points) : ""}`];
  };
  const showPlays = () => {
    const done = plays().slice(0, played());
    const lines = done.map((play, number) => make("li", "", ...playLine(play, number)));
    const title = deal().turns ? "Rounds so far" : "Tricks so far";
    part("plays").replaceChildren(...(lines.length ? [make("h4", "", title), make("ol", "", ...lines)] : []));
  };

  const show = () => {
    part("title").textContent = `Deal ${deal().deal} of ${session().deals.length}: ${declared()}, declared by ${bot(deal().declarer)}`;
    part("story").textContent = storyOf(at.step);
    part("deal").value = String(at.deal);
    part("back").setAttribute("aria-disabled", String(!at.deal && !at.step));
    part("next").setAttribute("aria-disabled", String(isLastDeal() && at.step === lastStep()));
    showTable();
    showScores();
    showDoubles();
    showPlays();
    viewer.dataset.deal = deal().deal;
    viewer.dataset.step = at.step;
  };

  // --- what the reader does ---------------------------------------------------------------------
  const open = (number) => {
    at.session = number;
    const options = session().deals.map((one, i) => {
      const made = make("option", "", `${one.deal}: ${one.contract}, ${bot(one.declarer)}`);
      made.value = String(i);
      return made;
    });
    part("deal").replaceChildren(...options);
    goTo(0, 0);
  };
  const keys = {
    ArrowRight: (event) => (event.shiftKey ? onDeal() : on()),
    ArrowLeft: (event) => (event.shiftKey ? backDeal() : back()),
    Home: () => goTo(at.deal, 0),
    End: () => goTo(at.deal, Infinity),
  };
  const inView = () => {
    const box = viewer.getBoundingClientRect();
    return box.bottom > 0 && box.top < window.innerHeight;
  };
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("select, .scroll")) return; // They have a use for these keys themselves.
    const inside = viewer.contains(event.target);
    if (!inside && !(event.key.startsWith("Arrow") && inView())) return; // Home is the page's own.
    event.preventDefault();
    act(event);
  });
  part("session")?.addEventListener("change", (event) => open(Number(event.target.value)));
  part("deal").addEventListener("change", (event) => goTo(Number(event.target.value), 0));
  part("first").addEventListener("click", backDeal);
  part("back").addEventListener("click", back);
  part("next").addEventListener("click", on);
  part("last").addEventListener("click", onDeal);
  part("none").hidden = true;
  viewer.hidden = false;
  open(0);
})();
