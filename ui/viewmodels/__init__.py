"""View models: one QObject per concept, rendered from the published view."""
