"""`python -m laconic` is the command `laconic`."""

from laconic.cli.main import main

main()
