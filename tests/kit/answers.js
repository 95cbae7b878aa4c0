// What barbu.js makes of golden questions: a line {rules, question} in, one out with its legal
// answers, the voids, a world, the raw scores when that is played out by first legal answers, of
// every announcement where one is asked for, and the means of this one world.
"use strict";

const barbu = require("../../barbu_arena/kit/javascript/barbu.js");

const first = (position) => position.legal[0];

function answers({ rules, question }, seed) {
  const found = { legal: barbu.legal(question, rules) };
  if (question.trick) found.voids = barbu.voids(question);
  found.world = barbu.worlds(question, rules)(barbu.randomFrom(seed));
  const raw = (asked) => barbu.playout(new barbu.Position(asked, rules, found.world), first);
  if (question.type === "choose")
    found.raws = question.legal.map((answer) => raw(barbu.announced(question, answer, rules)));
  else found.raw = raw(question);
  if (question.type === "play") {
    const game = { rules, random: barbu.randomFrom(seed) };
    found.means = barbu.means(question, game, first, 1);
  }
  return found;
}

const lines = require("fs").readFileSync(0, "utf8").trim().split("\n");
console.log(lines.map((line, i) => JSON.stringify(answers(JSON.parse(line), i))).join("\n"));
