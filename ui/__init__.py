"""The touchscreen: prompts, view models and QML. It holds no rules."""
