"""Circles of references are told whole, once, and without following a line of descent again and again."""

from posatlas.lints.reference_cycle import _cycles


class Followed(dict):
    """A graph that counts how often the references of an entity are asked for."""

    asked = 0

    def get(self, key, default=None):
        self.asked += 1
        return super().get(key, default)


def test_a_circle_begins_and_ends_at_its_smallest_id():
    assert list(_cycles({"c": ["b"], "b": ["a", "d"], "a": ["c"], "d": []})) == [["a", "c", "b", "a"]]


def test_two_circles_through_one_entity_are_two():
    found = list(_cycles({"a": ["b", "c"], "b": ["a"], "c": ["a"]}))
    assert sorted(found) == [["a", "b", "a"], ["a", "c", "a"]]


def test_what_many_lines_of_descent_share_is_followed_once():
    graph = Followed()
    for step in range(12):  # two ways from each entity to the next but one: 4,096 lines in all
        graph[f"top-{step}"] = [f"left-{step}", f"right-{step}"]
        graph[f"left-{step}"] = graph[f"right-{step}"] = [f"top-{step + 1}"]
    assert list(_cycles(graph)) == []
    assert graph.asked == 3 * 12 + 1
