// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The kinds of problems in the gateway's responses.
///
/// The raw value is the stable `code` of a ``/APNSWire/Problem``, which programs can compare;
/// ``title`` is for people.
public enum ProblemKind: String, Hashable, Sendable, Codable, CaseIterable, ProblemVocabulary {
    case badJSON = "bad_json"
    case badQuery = "bad_query"
    case keyMissing = "key_missing"
    case keyUnknown = "key_unknown"
    case keyRevoked = "key_revoked"
    case scopeMissing = "scope_missing"
    case keyOfOtherApp = "key_of_other_app"
    case apiKeyNotFound = "api_key_not_found"
    case tooManyKeys = "too_many_keys"
    case installationSecretMissing = "installation_secret_missing"
    case installationSecretWrong = "installation_secret_wrong"
    case clientKeyOfOtherApp = "client_key_of_other_app"
    case userProofMissing = "user_proof_missing"
    case userProofWrong = "user_proof_wrong"
    case hostRepeated = "host_repeated"
    case hostNotAllowed = "host_not_allowed"
    case originNotAllowed = "origin_not_allowed"
    case routeNotFound = "route_not_found"
    case appNotFound = "app_not_found"
    case installationNotFound = "installation_not_found"
    case messageNotFound = "message_not_found"
    case deliveryNotFound = "delivery_not_found"
    case campaignNotFound = "campaign_not_found"
    case campaignState = "campaign_state"
    case campaignChanged = "campaign_changed"
    case channelNotFound = "channel_not_found"
    case apnsRefused = "apns_refused"
    case apnsUnavailable = "apns_unavailable"
    case confirmationNeeded = "confirmation_needed"
    case approvalRefused = "approval_refused"
    case badFilter = "bad_filter"
    case filterNotIndexed = "filter_not_indexed"
    case segmentNotFound = "segment_not_found"
    case attributeOfOtherType = "attribute_of_other_type"
    case templateNotFound = "template_not_found"
    case badTemplate = "bad_template"
    case tooManyEntries = "too_many_entries"
    case userNotFound = "user_not_found"
    case aliasTaken = "alias_taken"
    case installationOfOtherUser = "installation_of_other_user"
    case erasureNotFound = "erasure_not_found"
    case topicNotFound = "topic_not_found"
    case problemNotFound = "problem_not_found"
    case noDevice = "no_device"
    case methodNotAllowed = "method_not_allowed"
    case installationOfOtherApp = "installation_of_other_app"
    case noCredential = "no_credential"
    case appInShadow = "app_in_shadow"
    case bodyTooLarge = "body_too_large"
    case contentTypeNotSupported = "content_type_not_supported"
    case unknownKey = "unknown_key"
    case badValue = "bad_value"
    case valueMissing = "value_missing"
    case emptyMessage = "empty_message"
    case payloadTooLarge = "payload_too_large"
    case appNeeded = "app_needed"
    case environmentNeeded = "environment_needed"
    case badProviderKey = "bad_provider_key"
    case tooManyDeliveries = "too_many_deliveries"
    case idempotencyKeyReused = "idempotency_key_reused"
    case sessionEnded = "session_ended"
    case csrfTokenWrong = "csrf_token_wrong"
    case signInFailed = "sign_in_failed"
    case identityRefused = "identity_refused"
    case identityProviderFailed = "identity_provider_failed"
    case linkNotValid = "link_not_valid"
    case memberNotFound = "member_not_found"
    case loginTaken = "login_taken"
    case lastOwner = "last_owner"
    case webhookNotFound = "webhook_not_found"
    case webhookURLRefused = "webhook_url_refused"
    case tooManyWebhooks = "too_many_webhooks"
    case tooManyCalls = "too_many_calls"
    case tooManyRequests = "too_many_requests"
    case internalError = "internal_error"
    case storageUnavailable = "storage_unavailable"
    case secretsLocked = "secrets_locked"
    case receiptsShed = "receipts_shed"

    /// The properties of a kind.
    public struct Row: Hashable, Sendable {
        /// The HTTP status.
        public let status: Int
        /// A description of the kind, the same for every problem of this kind.
        public let title: String
    }

    public var status: Int { row.status }
    public var title: String { row.title }

    /// The properties of this kind.
    public var row: Row {
        switch self {
        case .badJSON: Row(status: 400, title: "The body is not JSON")
        case .badQuery: Row(status: 400, title: "A query parameter is invalid")
        case .keyMissing: Row(status: 401, title: "The request has no API key")
        case .keyUnknown: Row(status: 401, title: "The API key is unknown")
        case .keyRevoked: Row(status: 401, title: "The API key was revoked")
        case .scopeMissing: Row(status: 403, title: "The API key lacks a scope")
        case .keyOfOtherApp: Row(status: 403, title: "The API key is limited to other apps")
        case .apiKeyNotFound: Row(status: 404, title: "The API key does not exist")
        case .tooManyKeys: Row(status: 409, title: "There are too many API keys")
        case .installationSecretMissing:
            Row(status: 401, title: "The request has no installation secret")
        case .installationSecretWrong:
            Row(status: 403, title: "The installation's secret is wrong")
        case .clientKeyOfOtherApp:
            Row(status: 403, title: "The client key belongs to another app")
        case .userProofMissing: Row(status: 403, title: "The request has no proof of the user")
        case .userProofWrong: Row(status: 403, title: "The proof of the user is invalid")
        case .hostRepeated: Row(status: 400, title: "There is more than one Host header")
        case .hostNotAllowed:
            Row(status: 403, title: "The Host header is not a name of this gateway")
        case .originNotAllowed: Row(status: 403, title: "The request comes from another website")
        case .routeNotFound: Row(status: 404, title: "There is no resource at this path")
        case .appNotFound: Row(status: 404, title: "The app does not exist")
        case .installationNotFound: Row(status: 404, title: "The installation does not exist")
        case .messageNotFound: Row(status: 404, title: "The message does not exist")
        case .deliveryNotFound: Row(status: 404, title: "The delivery does not exist")
        case .campaignNotFound: Row(status: 404, title: "The campaign does not exist")
        case .campaignState:
            Row(status: 409, title: "The campaign's state does not allow this")
        case .campaignChanged:
            Row(status: 409, title: "The campaign was changed in the meantime")
        case .channelNotFound: Row(status: 404, title: "The channel does not exist")
        case .apnsRefused: Row(status: 502, title: "APNs rejected the request")
        case .apnsUnavailable: Row(status: 504, title: "APNs did not respond")
        case .confirmationNeeded:
            Row(status: 409, title: "The number of devices is not confirmed")
        case .approvalRefused: Row(status: 409, title: "The campaign cannot be approved this way")
        case .badFilter: Row(status: 422, title: "The filter cannot be read")
        case .filterNotIndexed:
            Row(status: 422, title: "The filter would search too many installations")
        case .segmentNotFound: Row(status: 404, title: "The segment does not exist")
        case .attributeOfOtherType:
            Row(status: 409, title: "The attribute has another type")
        case .templateNotFound: Row(status: 404, title: "The template does not exist")
        case .badTemplate: Row(status: 422, title: "The template is invalid")
        case .tooManyEntries: Row(status: 409, title: "A limit for stored values is reached")
        case .userNotFound: Row(status: 404, title: "The user does not exist")
        case .aliasTaken: Row(status: 409, title: "The alias belongs to another user")
        case .installationOfOtherUser:
            Row(status: 409, title: "The installation belongs to another user")
        case .erasureNotFound: Row(status: 404, title: "The erasure does not exist")
        case .topicNotFound: Row(status: 404, title: "The topic does not exist")
        case .problemNotFound: Row(status: 404, title: "There is no such kind of problem")
        case .noDevice: Row(status: 404, title: "The recipient has no device for this push")
        case .methodNotAllowed: Row(status: 405, title: "The path does not support this method")
        case .installationOfOtherApp:
            Row(status: 409, title: "The installation belongs to another app")
        case .noCredential: Row(status: 409, title: "The app has no credential")
        case .appInShadow: Row(status: 409, title: "The app is in shadow mode")
        case .bodyTooLarge: Row(status: 413, title: "The body is too large")
        case .contentTypeNotSupported: Row(status: 415, title: "The content type is not supported")
        case .unknownKey: Row(status: 422, title: "A key of the body is unknown")
        case .badValue: Row(status: 422, title: "A value is invalid")
        case .valueMissing: Row(status: 422, title: "A value is missing")
        case .emptyMessage: Row(status: 422, title: "The message is empty")
        case .payloadTooLarge: Row(status: 422, title: "The payload is too large for APNs")
        case .appNeeded: Row(status: 422, title: "The request does not name the app")
        case .environmentNeeded:
            Row(
                status: 422,
                title: "The request does not name the environment")
        case .badProviderKey: Row(status: 422, title: "The key is not a valid provider key")
        case .tooManyDeliveries: Row(status: 422, title: "The message has too many recipients")
        case .idempotencyKeyReused:
            Row(status: 422, title: "The idempotency key was used for another request")
        case .sessionEnded: Row(status: 401, title: "The console's session has ended")
        case .csrfTokenWrong:
            Row(status: 403, title: "The request does not come from a page of the console")
        case .signInFailed: Row(status: 401, title: "The login or the password is wrong")
        case .identityRefused:
            Row(status: 401, title: "The account of the identity provider is not accepted")
        case .identityProviderFailed:
            Row(status: 502, title: "The identity provider does not respond correctly")
        case .linkNotValid: Row(status: 401, title: "The link is not valid")
        case .memberNotFound: Row(status: 404, title: "The member does not exist")
        case .loginTaken: Row(status: 409, title: "Another member has this login")
        case .lastOwner: Row(status: 409, title: "The console needs an owner")
        case .webhookNotFound: Row(status: 404, title: "The webhook does not exist")
        case .webhookURLRefused:
            Row(status: 422, title: "Events cannot be sent to this address")
        case .tooManyWebhooks: Row(status: 409, title: "There are too many webhooks")
        case .tooManyCalls: Row(status: 429, title: "The installation sends too many requests")
        case .tooManyRequests: Row(status: 429, title: "There are too many requests")
        case .internalError: Row(status: 500, title: "The gateway failed")
        case .storageUnavailable: Row(status: 503, title: "The gateway's storage is not available")
        case .secretsLocked:
            Row(status: 503, title: "The gateway does not have the master key of its secrets")
        case .receiptsShed: Row(status: 503, title: "The gateway has too many receipts to store")
        }
    }
}
