"""What a ledger adds up to: kept while its records are gone through once, in little memory."""

from array import array
from collections import Counter
from dataclasses import dataclass, field

from barbu_arena.files.record_digests import RecordDigests
from barbu_arena.game.rules import RuleSet
from barbu_arena.league.contract_scores import ContractSums
from barbu_arena.league.double_choices import ChoiceBooks
from barbu_arena.league.double_sums import DoubleBooks
from barbu_arena.league.summaries import Summaries
from barbu_arena.league.summary import session_sums
from barbu_arena.referee.record import SessionRecord


@dataclass(slots=True)
class Tally:
    """The sums of the sessions and of the league, and what the ledger's digest is made of."""

    summaries: Summaries = field(default_factory=Summaries)
    digests: RecordDigests = field(default_factory=RecordDigests)
    contracts: ContractSums = field(default_factory=ContractSums)
    doubles: DoubleBooks = field(default_factory=DoubleBooks)
    choices: ChoiceBooks = field(default_factory=ChoiceBooks)
    offsets: "array[int]" = field(default_factory=lambda: array("q"))
    """Where the lines of the first sessions begin in the ledger, as far as they were read there."""

    def add(self, record: SessionRecord, rules: RuleSet) -> None:
        """Take one record; raises VerificationFailed if its sums do not agree."""
        found = session_sums(record, rules)
        self.summaries.append(found.summary)
        self.digests.append(record.place, record.digest)
        self.contracts.enter(record)
        self.doubles.enter(record.bots, found.pairs)
        self.choices.enter(record, rules, found)

    def extend(self, other: "Tally") -> None:
        """Take all that another tally has, of sessions that come after these."""
        self.summaries.extend(other.summaries)
        self.digests.entries += other.digests.entries
        self.contracts.extend(other.contracts)
        self.doubles.extend(other.doubles)
        self.choices.extend(other.choices)
        self.offsets.extend(other.offsets)

    def complete_sets(self, seatings: int) -> int:
        """Return how many board sets have all their seatings."""
        played = Counter(place[:2] for place in self.summaries.places())
        return sum(1 for count in played.values() if count == seatings)
