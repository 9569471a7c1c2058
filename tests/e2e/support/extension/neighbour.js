// Its page speaks for it; the worker only makes it an extension that runs.
