swift test --filter TapFromColdStart
