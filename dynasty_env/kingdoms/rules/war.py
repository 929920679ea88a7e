"""Row 3: war (戦争) until the dice are rolled: battlefield, withdrawal, countries used, commanders."""

from collections.abc import Mapping
from typing import Any

from numpy import int8

from dynasty_env.europe.rules.rights import declared, right
from dynasty_env.kingdoms.ids import AID_ATTACK, AID_DEFENCE, COUNTRY, DECLARE, PASS, PERSON, WAR_ON, Step, Trace
from dynasty_env.kingdoms.material import COUNTRIES, DEFEATED, NEIGHBOURS, PERSONS, Ability, Holder, Side
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offer, offers, push, rule, tell
from dynasty_env.kit.words import Chance, Chances, Context, EntryKind, Group, Message, Phase, State, _, joined, sentence

from .conquest import win_war
from .countries import has_normal, held_by, is_defended, is_normal, joined_among, joined_to, may_be_used
from .death import death, dies, last_of_line
from .kinds import Action, after, at_best
from .odds import attack, attack_in_full
from .persons import has_rebel, is_loyal


@rule
def usable_by(t, seat):
    """K11: the dynasty's normal countries that are not used yet, as bits."""
    mine = int8(seat)
    bits = 0
    for country in range(COUNTRIES):
        is_free = (t.exhausted[country] == 0) & (t.committed[country] == Side.NONE)
        bits |= int((t.holder[country] == mine) & is_free) << country
    return bits


@rule
def is_in_reach(t, held, usable, country):
    """A country of another dynasty, or an independent one, that borders one of one's own countries.

    K11: at least one country can be used. As bits: `held`, one's own countries, and `usable`, those that can be used.
    """
    if t.holder[country] == Holder.OUT or held >> country & 1 == 1 or NEIGHBOURS[country] & held == 0:
        return False
    return joined_among(held, country) & usable != 0


@rule
def may_be_attacked(t, seat, country):
    return is_in_reach(t, held_by(t, seat), usable_by(t, seat), country)


@rule
def can_wage_war(t, seat):
    """A dynasty with a rebel cannot start a war."""
    usable = usable_by(t, seat)
    if usable == 0 or has_rebel(t, seat):
        return False
    held = held_by(t, seat)
    for country in range(COUNTRIES):
        if is_in_reach(t, held, usable, country):
            return True
    return False


@rule
def legal_war_target(t):
    held, usable = held_by(t, t.seat), usable_by(t, t.seat)
    for country in range(COUNTRIES):
        if is_in_reach(t, held, usable, country):
            offer(t, COUNTRY + country)


@rule
def play_war_target(t, action):
    """K10: right after the declaration the defender is asked whether to withdraw; K16: unless independent."""
    t.country = action - COUNTRY
    tell(t, Trace.ATTACKED, t.seat, t.country, t.holder[t.country], 0, EVERYBODY)
    if is_defended(t):
        push(t, Step.WITHDRAW, t.holder[t.country], 0, 0)
    else:
        push(t, Step.WAR_COMMIT, t.seat, 0, 0)


@rule
def play_withdraw(t, action):
    """K10: a withdrawal is a victory without dice: nobody is named, nothing is exhausted, and there are no checks."""
    if action == DECLARE:
        tell(t, Trace.WITHDREW, t.seat, t.country, 0, 0, EVERYBODY)
        win_war(t)
    else:
        push(t, Step.WAR_COMMIT, t.turn_player, 0, 0)


@rule
def legal_war_commit(t):
    """K11: the attacker must use at least one country."""
    for country in range(COUNTRIES):
        if t.committed[country] == Side.ATTACK:
            offer(t, PASS)
            break
    offer_usable(t)


@rule
def offer_usable(t):
    joined = joined_to(t, t.seat, t.country)
    for country in range(COUNTRIES):
        if may_be_used(t, t.seat, country, joined):
            offer(t, COUNTRY + country)


@rule
def use(t, country, side):
    t.committed[country] = side
    tell(t, Trace.COMMITTED, t.seat, country, 0, side, EVERYBODY)


@rule
def play_war_commit(t, action):
    """One country at a time, until done; then it is the turn of the defender, or of the others."""
    if action != PASS:
        use(t, action - COUNTRY, Side.ATTACK)
        push(t, Step.WAR_COMMIT, t.seat, 0, 0)
    elif is_defended(t):
        push(t, Step.DEFEND_COMMIT, t.holder[t.country], 0, 0)
    else:
        push(t, Step.HELPERS, t.turn_player, 1, 0)


@rule
def legal_defend_commit(t):
    """K11: any number of countries in addition to the battlefield."""
    offer(t, PASS)
    offer_usable(t)


@rule
def play_defend_commit(t, action):
    if action == PASS:
        push(t, Step.HELPERS, t.turn_player, 1, 0)
    else:
        use(t, action - COUNTRY, Side.DEFENCE)
        push(t, Step.DEFEND_COMMIT, t.seat, 0, 0)


# aid (K13)


@rule
def can_aid(t, seat):
    """Neither attacker nor defender, and has a normal country, wherever it is."""
    return seat != t.turn_player and seat != t.holder[t.country] and has_normal(t, seat)


@rule
def ask_helpers(t):
    """K13: the others, in seat order from the turn player on (a: how many have been asked).

    K15: then the attacker's commander is named.
    """
    for place in range(t.a, t.num_players):
        seat = (t.seat + place) % t.num_players
        if can_aid(t, seat):
            push(t, Step.HELPERS, t.seat, place + 1, 0)
            push(t, Step.AID, seat, 0, 0)
            return
    push(t, Step.WAR_COMMANDER, t.seat, 0, 0)


@rule
def legal_aid(t):
    """A normal country for either side, or no aid."""
    offer(t, PASS)
    for country in range(COUNTRIES):
        if is_normal(t, t.seat, country):
            offer(t, AID_ATTACK + country)
            offer(t, AID_DEFENCE + country)


@rule
def play_aid(t, action):
    if action >= AID_DEFENCE:
        use(t, action - AID_DEFENCE, Side.AIDS_DEFENCE)
    elif action >= AID_ATTACK:
        use(t, action - AID_ATTACK, Side.AIDS_ATTACK)


# commanders


@rule
def play_war_commander(t, action):
    """K15: the attacker names a commander first."""
    t.actor = action - PERSON
    tell(t, Trace.COMMANDS, t.seat, t.actor, 0, 0, EVERYBODY)
    push(t, Step.BATTLE, t.turn_player, 0, 0)
    if is_defended(t):
        push(t, Step.DEFEND_COMMANDER, t.holder[t.country], 0, 0)


@rule
def play_defend_commander(t, action):
    t.defender = action - PERSON
    tell(t, Trace.COMMANDS, t.seat, t.defender, 0, 1, EVERYBODY)


# what is said


def on(state: State, country: int) -> Chance:
    """The chance of a war on a country, if both sides use everything they can."""
    war = state.clone()
    war.tables[0].country = country
    return Chance(attack_in_full(war))


def war_dice(war: Mapping[str, Any]) -> str:
    """The dice of both sides, from a view's ``war``."""
    text = DICE[bool(war["sea"]), war["attack"] == 1]
    return joined(", ", Message(text, dice=war["attack"]), Message(_("defence {dice}"), dice=war["defence"]))


DICE = {
    (False, False): _("attack {dice} dice"),
    (False, True): _("attack {dice} die"),
    (True, False): _("attack by sea {dice} dice"),
    (True, True): _("attack by sea {dice} die"),
}


def forces(state: State) -> str:
    """The state of the war before the dice are rolled."""
    war = state.view(state.seat)["war"]
    if war is None:
        return declared(state)
    power = Message(_("lead must exceed power {power}"), power=war["power"])
    return joined(". ", declared(state), joined("; ", sentence(war_dice(war)), power))


SO_FAR = _("Chances of victory assume the best commanders, and only what is used so far.")


def if_it_is_fought(state: State) -> str:
    """The chance of the attack if the defender does not withdraw."""
    text = _(
        "No country is used yet. If you fight, and both sides use all countries they can and nobody helps, the "
        "attack succeeds {chance}."
    )
    return Message(text, chance=Chance(attack_in_full(state.clone())))


def against_the_best(state: State) -> str:
    """The defending commander whom the chances assume."""
    text = _("Chances of victory assume the defender's best commander.")
    return text if is_defended(state.tables[0]) else ""


ATTACK_SUCCEEDS = _("the attack succeeds {chance}")


def _stands(state: State, action: int) -> str:
    """Row 3: the attack's chance after an action that commits countries, or stops doing so."""
    return Message(ATTACK_SUCCEEDS, chance=Chance(attack(after(state, action).tables[0])))


def with_country(state: State, country: int) -> str:
    """The attack's chance if this country is used, too."""
    return _stands(state, COUNTRY + country)


def with_no_more(state: State, _number: int) -> str:
    """The attack's chance if no more countries are used."""
    return _stands(state, PASS)


def helping(first: int) -> Chances:
    """The attack's chance with the help of a country, for the side whose action ids begin at `first`."""
    return lambda state, country: _stands(state, first + country)


def commands_attack(state: State, person: int) -> str:
    """Row 3: every commander takes a death check."""
    won = Chance(attack(state.tables[0], attacker=person))
    message = Message(_("succeeds {chance}, then dies {dies}"), chance=won, dies=dies(state, person))
    return joined("; ", message, last_of_line(state, person))


def commands_defence(state: State, person: int) -> str:
    """Row 3: the defeated defender's check is harder."""
    lost = attack(state.tables[0], int(state.record["actor"]), person)
    risk = Chance(lost * death(person, DEFEATED) + (1 - lost) * death(person), "dies")
    message = Message(_("the attack succeeds {chance}, then dies {dies}"), chance=Chance(lost), dies=risk)
    return joined("; ", message, last_of_line(state, person))


COMMITTED = {
    Side.ATTACK: _("{who} uses {country} for the attack"),
    Side.DEFENCE: _("{who} uses {country} for the defence"),
    Side.AIDS_ATTACK: _("{who} uses {country} to help the attacker"),
    Side.AIDS_DEFENCE: _("{who} uses {country} to help the defender"),
}


def committed(group: Group, context: Context) -> str:
    """A country used in the war, and for which side."""
    fields = context.fields(group[0])
    return Message(COMMITTED[Side(fields.pop("side"))], **fields)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.WAR_TARGET,
            asks=_("Which country do you attack?"),
            why=_("Your successes must exceed the defender's by more than the country's power."),
            says={"country": _("attack {country}")},
            chance=on,
            condition=_(
                "Chances of victory assume the best commanders, that both sides use all countries they can, and that "
                "nobody helps."
            ),
            cites="row 3 A",
        ),
        right(
            Step.WITHDRAW,
            asks=_("Do you fight, or withdraw?"),
            why=_("If you withdraw, the country is lost, but nobody is in danger and nothing is exhausted."),
            says={"declare": _("withdraw: the country is lost without a fight"), "pass": _("fight")},
            stakes=forces,
            condition=if_it_is_fought,
            cites="row 3 A, K10",
            decides="defender",
        ),
        Phase(
            Step.WAR_COMMIT,
            asks=_("Which of your countries do you use for the attack?"),
            why=_("Their power gives you dice. The countries that you use are exhausted afterwards."),
            says={"country": _("use {country}"), "pass": _("use no more countries")},
            stakes=forces,
            chance={"country": with_country, "pass": with_no_more},
            condition=SO_FAR,
            cites="row 3 B, K11",
        ),
        Phase(
            Step.DEFEND_COMMIT,
            asks=_("Which of your countries do you use for the defence?"),
            why=_(
                "Their power gives you dice in addition to those of the attacked country. The countries that you use "
                "are exhausted afterwards."
            ),
            says={"country": _("use {country}"), "pass": _("use no more countries")},
            stakes=forces,
            chance={"country": with_country, "pass": with_no_more},
            condition=SO_FAR,
            cites="row 3 B, K11",
            decides="defender",
        ),
        Phase(
            Step.AID,
            asks=_("Do you help one side in this war?"),
            why=_("You may use one of your countries for either side. It adds two dice, and is exhausted afterwards."),
            says={"pass": _("help nobody")},
            stakes=forces,
            chance={"aid_attack": helping(AID_ATTACK), "aid_defence": helping(AID_DEFENCE), "pass": with_no_more},
            condition=SO_FAR,
            cites="row 3 B, K13",
            decides="every other seat with a normal country, in turn",
            families=("aid_attack", "aid_defence"),
        ),
        Phase(
            Step.WAR_COMMANDER,
            offers(PERSON, PERSONS, is_loyal),
            asks=_("Who commands the attack?"),
            why=_(
                "Each die up to the commander's war is a success. Win or lose, both commanders then take a death check."
            ),
            says={"person": _("let {person} command the attack")},
            facts=(nouns.war, nouns.life, nouns.special(Ability.PLUNDER, Ability.SEA_4), nouns.where),
            stakes=forces,
            chance=commands_attack,
            condition=against_the_best,
            cites="row 3 D, K15",
        ),
        Phase(
            Step.DEFEND_COMMANDER,
            offers(PERSON, PERSONS, is_loyal),
            asks=_("Who commands the defence?"),
            why=_("Each die up to the commander's war is a success. A defeated defender's death check is harder."),
            says={"person": _("let {person} command the defence")},
            facts=(nouns.war, nouns.life, nouns.special(Ability.SEA_4), nouns.where),
            stakes=forces,
            chance=commands_defence,
            cites="row 3 D, K15",
            decides="defender",
        ),
    ),
    automatic=(Automatic(Step.HELPERS, ask_helpers),),
    kinds=(
        Action(
            WAR_ON,
            may=can_wage_war,
            begin=Step.WAR_TARGET,
            says=_("declare war"),
            called=_("war"),
            acts=_("{person} commands"),
            purpose=_("The power of a country that you take gives you points. Commanders risk their lives."),
            chance=at_best,
            cites={Trace.ACTS: "row 3 A", Trace.NAMED: "row 3 A", Trace.NEEDS: "row 3 attack, K1"},
        ),
    ),
    entries=(
        EntryKind(Trace.ATTACKED, _("{who} attacks {country}"), "country:battlefield", "holder", cites="row 3 A"),
        EntryKind(Trace.WITHDREW, _("{who} withdraws from {country}"), "country", cites="row 3 A, K10"),
        EntryKind(Trace.COMMITTED, committed, "country", value="side:number"),
        EntryKind(
            Trace.COMMANDS, _("{person} commands {side} for {who}"), "person", value="side", cites="row 3 D, K15"
        ),
    ),
)
