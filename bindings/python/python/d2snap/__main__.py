"""The command line: ``python -m d2snap``, and the script ``d2snap``."""

import signal
import sys

from . import _main


def main() -> int:
    """Carries out the command line of this process; gives the exit status."""
    # Python only notes an interrupt and raises it later; the engine is to end at once, as the command does.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
