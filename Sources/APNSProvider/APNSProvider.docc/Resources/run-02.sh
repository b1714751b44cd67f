TOKEN=$(.build/quick/release/bellhop device show --token)
swift run FirstNotification "$TOKEN"
swift run FirstNotification 00ff
