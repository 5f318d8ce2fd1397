"""The table controller: engine, journal, table, command line. No Qt and no device handle here."""
