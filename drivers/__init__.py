"""Device drivers: CDP/1 over serial and USB. They know no game."""
