"""The rulebook as tests: one file a chapter, each test named after its § or ruling."""
