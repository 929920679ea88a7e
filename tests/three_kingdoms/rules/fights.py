"""Fights laid by hand."""

from dynasty_env.kit.engine.table import push
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.ids import Step
from dynasty_env.three_kingdoms.rules.fights.fight import fight
from dynasty_env.three_kingdoms.rules.fights.picks import begin_picks
from tests.three_kingdoms.rules.conftest import area, country, empty, general, new, phase_of, put


def field(defender: str = "Yuan Shao", attackers: int = 10, defenders: int = 10, where: str = "Xuchang") -> State:
    """Dong Zhuo (valour 5), Hua Xiong (6) and Li Ru (wits 5) of Luoyang stand against Yan Liang (valour 6), Tian Feng
    (wits 6) and Yuan Shao (command 4), or against clans; both have somewhere to go. No round has been fought."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Luoyang", "Dong Zhuo", 5)
    put(state, "Changan", "Dong Zhuo", 5, "Li Su")
    put(state, "Jizhou", "Yuan Shao", 7, "Yuan Shao")
    put(state, "Runan", "Yuan Shao", 4)
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    put(state, where, defender, defenders)
    if defender == "Yuan Shao":
        put(state, where, defender, defenders, "Yan Liang", "Tian Feng")
    phase_of(state, "Dong Zhuo")
    t = state.tables[0]
    push(t, Step.ACTION_STEP, 0, 0, 0)
    for name in ("Dong Zhuo", "Hua Xiong", "Li Ru"):
        number = general(name)
        t.place[number] = m.Place.SERVING
        t.country[number] = country("Dong Zhuo")
        t.area[number] = area(where)
        t.role[number] = m.Role.ATTACKS
        t.acted[number] = 1
    t.army[country("Dong Zhuo")] = attackers
    t.battle = area(where)
    t.defender = country(defender)
    t.across_rivers = 0
    fight(t)
    if t.stack[t.depth - 1, 0] == Step.PROXY:
        t.depth -= 1
        t.player[1] = t.country_seat[country("Liu Biao")]
    return state


def rounds(state: State, method: m.Method, number: int) -> State:
    """A round of that kind is to be fought: generals are being named."""
    t = state.tables[0]
    t.depth -= 1  # instead of ROUND
    t.rounds += 1
    t.method = method
    t.number = number
    push(t, Step.RESOLVE, 0, 0, 0)
    begin_picks(t, 1)
    begin_picks(t, 0)
    t.told = 0
    t.trace_length = 0
    state.call("proceed")
    state.check()
    return state
