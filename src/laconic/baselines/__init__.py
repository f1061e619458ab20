"""The comparison systems of 5.2: McDonald's bigrams, Clarke & Lapata's integer programmes."""
