TOKEN=$(.build/debug/bellhop device show --token)
swift run FirstNotification "$TOKEN"
