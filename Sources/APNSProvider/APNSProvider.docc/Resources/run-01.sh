TOKEN=$(.build/quick/release/bellhop device show --token)
swift run FirstNotification "$TOKEN"
