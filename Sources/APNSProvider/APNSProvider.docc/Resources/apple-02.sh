export APNS_KEY_FILE=AuthKey_ABC123DEFG.p8
export APNS_KEY_ID=ABC123DEFG
export APNS_TEAM_ID=TEAM123456
export BUNDLE_ID=com.example.app
swift run FirstNotification "$DEVICE_TOKEN"
