// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// All limits of the gateway's HTTP API.
public enum GatewayLimits {
    /// The maximum size of the note of a refusal in bytes.
    public static let refusalNoteByteCountMax = 1_000
    /// The maximum size of a request's body in bytes: 1 MiB. The response to a larger body is 413.
    public static let bodyByteCountMax = 1 << 20
    /// The maximum number of lines in one request that imports installations.
    public static let importLinesMax = 5_000
    /// The maximum nesting of objects and arrays in a body.
    public static let jsonDepthMax = 32
    /// The maximum number of deliveries of a message. The response to a message with more
    /// deliveries is 422.
    public static let deliveriesPerMessageMax = 10_000
    /// The maximum number of entries in a page of a list.
    public static let pageEntriesMax = 1_000
    /// The default number of entries in a page.
    public static let pageEntriesDefault = 100
    /// The maximum size in bytes of an installation's, user's or app's name and of similar short
    /// texts.
    public static let nameByteCountMax = 255
    /// The maximum size of an `Idempotency-Key` in bytes.
    public static let idempotencyKeyByteCountMax = 255
    /// The time for which an `Idempotency-Key` is stored, in seconds: 48 hours.
    public static let idempotencyKeySecondsMax = 48 * 3600
    /// The maximum time until a message expires, in seconds: 30 days, which is the maximum time for
    /// which APNs stores a notification ("Sending notification requests to APNs").
    public static let lifetimeSecondsMax = 30 * 24 * 3600
    /// The maximum number of receipts in one request.
    public static let receiptsPerBatchMax = 100
    /// The maximum number of receipts that the gateway stores for one message and one installation:
    /// one for each event, and one for each action that a person may choose. Further receipts are
    /// ignored.
    public static let receiptsPerMessageMax = 20
    /// The time for which receipts are stored, in seconds: 90 days.
    public static let receiptSecondsMax = 90 * 24 * 3600
    /// The time for which an app can fetch a message, in seconds: 30 days, unless the message
    /// expires earlier.
    public static let inboxSecondsMax = 30 * 24 * 3600
    /// The maximum number of messages in a page that an app fetches.
    public static let inboxEntriesMax = 500
    /// The default number of messages in a page that an app fetches.
    public static let inboxEntriesDefault = 100
    /// The maximum number of campaigns that the gateway examines for one page of an inbox. If there
    /// are more, the next page continues with them.
    public static let inboxCampaignsMax = 50
    /// The maximum number of campaigns that an inbox skips because they have no outcome for the
    /// installation yet. If there are more, later campaigns appear in the inbox only after one of
    /// the skipped campaigns has an outcome.
    public static let inboxUndecidedMax = 50
    /// The maximum size in bytes of the body of a request from an app: 256 KiB. The response to a
    /// larger body is 413.
    public static let deviceBodyByteCountMax = 1 << 18
    /// The maximum number of requests that an installation can make in quick succession after a
    /// pause. The response to further requests is 429.
    public static let deviceCallBurstMax = 120
    /// The number of further requests that an installation may make for each minute that has
    /// passed, up to ``deviceCallBurstMax``.
    public static let deviceCallsPerMinute = 60
    /// The time in seconds after which an app may repeat a request that was refused with 429.
    public static let deviceCallRetrySeconds = 60
    /// The maximum number of installations whose requests are counted at the same time.
    public static let callBudgetCountMax = 20_000
    /// The permitted sizes of an installation's secret in bytes. In Base64, 32 random bytes have 43
    /// characters.
    public static let installationSecretByteCounts = 32...255
    /// The maximum size of a public key in bytes. The longest key in use is the key of X-Wing, with
    /// 1,216 bytes.
    public static let publicKeyByteCountMax = 2_048
    /// The maximum number of API keys that are valid at the same time. The response to creating
    /// another one is 409.
    public static let apiKeysMax = 1_000
    /// The maximum number of API keys in the list, including revoked keys.
    public static let apiKeysListedMax = 2_000
    /// The maximum number of apps that an API key can be limited to.
    public static let appsPerKeyMax = 20
    /// The time for which revoked API keys stay in the list, in seconds: 90 days.
    public static let revokedKeySecondsMax = 90.0 * 24 * 3600
    /// The maximum number of variants of a campaign.
    public static let variantsMax = 8
    /// The maximum share of a variant, relative to the others.
    public static let variantShareMax = 1_000
    /// The maximum size of a campaign's control group, in percent of its audience.
    public static let controlPercentMax = 50
    /// The permitted sizes of the part of an audience that gets the variants of a test, in percent.
    public static let testPercentRange = 1...90
    /// The maximum time until the winner of a test is chosen, in minutes: 7 days.
    public static let testMinutesMax = 7 * 24 * 60
    /// The largest number of devices that a policy or `confirm_devices` may contain.
    public static let devicesMax = 10_000_000_000
    /// The largest difference between the number of devices that a request confirms and the number
    /// that the campaign reaches, in percent of the confirmed number.
    public static let confirmTolerancePercent = 10
    /// The maximum number of running series of an app.
    public static let seriesPerAppMax = 200
    /// The maximum number of triggers of an app.
    public static let triggersPerAppMax = 200
    /// The maximum number of series, and of triggers, in a list.
    public static let seriesListedMax = 1_000
    /// The maximum size of an event's identifier in bytes.
    public static let eventIDByteCountMax = 128
    /// The maximum number of properties of an event.
    public static let eventPropertiesMax = 50
    /// The largest permitted limit on the number of notifications per day.
    public static let notificationsPerDayMax = 1_000
    /// The largest permitted limit of a campaign on the number of its notifications per minute.
    public static let notificationsPerMinuteMax = 100_000_000
    /// The maximum time from a request until a campaign starts, in seconds: 366 days.
    public static let scheduleSecondsMax = 366 * 24 * 3600
    /// The maximum number of classes of messages for which an app's policy has limits.
    public static let classesPerAppMax = 50
    /// The maximum number of attributes that an app can declare.
    public static let attributesPerAppMax = 100
    /// The maximum number of tags of an installation.
    public static let tagsPerInstallationMax = 100
    /// The maximum size of a tag in bytes.
    public static let tagByteCountMax = 64
    /// The maximum size of a filter of installations in bytes, as one line.
    public static let filterByteCountMax = 8_192
    /// The maximum number of segments of an app.
    public static let segmentsPerAppMax = 1_000
    /// The maximum number of templates of an app, including archived templates that are still kept.
    public static let templatesPerAppMax = 10_000
    /// The number of versions of a template that are kept.
    public static let templateVersionsMax = 100
    /// The maximum size of a template in bytes.
    public static let templateByteCountMax = 256 * 1024
    /// The maximum size of a template's name in bytes.
    public static let templateNameByteCountMax = 64
    /// The number of days for which notifications are counted by urgency.
    public static let urgencyDaysMax = 90
    /// The default number of days of an urgency report.
    public static let urgencyDaysDefault = 30
    /// The maximum number of tokens of an installation. Beyond this number, the gateway removes the
    /// oldest tokens of Live Activities.
    public static let tokensPerInstallationMax = 200
    /// The range in which the gateway counts the number on an app's icon.
    public static let badgeBounds = 0...99_999
    /// The maximum number of tokens in one registration: the app's own tokens and those of its Live
    /// Activities.
    public static let tokensPerRegistrationMax = 100
    /// The permitted limits of an API key on the number of requests per minute.
    public static let keyRequestsPerMinute = 1...6_000_000
    /// The default number of requests per minute of an API key that has no limit of its own: 2,000
    /// per second, which is more than one gateway accepts on two cores.
    public static let keyRequestsPerMinuteDefault = 120_000
    /// The number of requests that one address may send in a minute without a valid key. The
    /// response to further such requests is 429; requests with a valid key are not affected.
    public static let failedCallsPerMinute = 20
    /// The time for which entries of the audit log are kept by default, in seconds: 730 days.
    public static let auditSecondsDefault = 730 * 24 * 3600
    /// The maximum number of members of the console. The response to creating another one is 409.
    public static let membersMax = 1_000
    /// The maximum number of webhooks. The response to creating another one is 409.
    public static let webhooksMax = 100
    /// The maximum number of events in one request to a webhook, and the default.
    public static let webhookBatchMax = 500
    /// The maximum time for which requests are also signed with the previous secret of a webhook,
    /// in seconds: 7 days.
    public static let webhookOverlapSecondsMax = 7 * 24 * 3600
    /// The default time for which requests are also signed with the previous secret of a webhook,
    /// in seconds: 24 hours.
    public static let webhookOverlapSecondsDefault = 24 * 3600
    /// The number of attempts that the gateway stores for each webhook. Older attempts are removed.
    public static let webhookAttemptsMax = 50
    /// The time for which events are stored, in seconds: 30 days. A replay cannot begin earlier.
    public static let eventSecondsMax = 30 * 24 * 3600
    /// The maximum size of the value of an APNs header in the requests about payloads, in bytes.
    public static let headerByteCountMax = 1_024
    /// The maximum number of scenarios in one request to explain a payload.
    public static let scenariosMax = 16
    /// The maximum size of an FCM registration token, in bytes. Google documents no maximum; tokens
    /// have fewer than 300 bytes.
    public static let fcmTokenByteCountMax = 4_096
}
