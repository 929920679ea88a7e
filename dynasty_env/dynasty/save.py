def to_dict(s): return {}
def from_dict(*a): pass
