// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The JSON form of a fault. The key `fault` contains the kind; the other keys are the properties
/// in snake_case, and all of them are optional. A delay is written as `milliseconds`, as
/// `min_milliseconds` and `max_milliseconds`, or as `mean_milliseconds` and
/// `deviation_milliseconds`.
extension ServiceFault: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case kind = "fault"
        case name, status, reason
        case retryAfter = "retry_after"
        case milliseconds
        case minMilliseconds = "min_milliseconds"
        case maxMilliseconds = "max_milliseconds"
        case meanMilliseconds = "mean_milliseconds"
        case deviationMilliseconds = "deviation_milliseconds"
        case isProcessed = "processed"
        case errorCode = "error_code"
        case lastStream = "last_stream"
        case window, environment, endpoint, connection, stream, app, token
        case pushType = "push_type"
        case count, probability
        case afterSeconds = "after_seconds"
        case seconds

        static let ofDelay: [Self] = [
            .milliseconds, .minMilliseconds, .maxMilliseconds, .meanMilliseconds,
            .deviationMilliseconds,
        ]
        /// The keys that every kind of fault supports.
        static let common: [Self] = [
            .kind, .name, .environment, .endpoint, .connection, .count, .probability,
            .afterSeconds, .seconds,
        ]
        /// The keys that are supported by the kinds that affect requests.
        static let ofRequests: [Self] = [.stream, .app, .token, .pushType]
    }

    /// The names of the JSON keys.
    public static let keys = CodingKeys.allCases.map(\.rawValue)

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try values.decode(Kind.self, forKey: .kind))
        name = try values.decodeIfPresent(String.self, forKey: .name)
        status = try values.decodeIfPresent(Int.self, forKey: .status)
        reason = try values.decodeIfPresent(RejectionReason.self, forKey: .reason)
        retryAfter = try values.decodeIfPresent(Int.self, forKey: .retryAfter)
        delay = try Self.delay(in: values)
        isProcessed = try values.decodeIfPresent(Bool.self, forKey: .isProcessed)
        errorCode = try values.decodeIfPresent(UInt32.self, forKey: .errorCode)
        lastStream = try values.decodeIfPresent(UInt32.self, forKey: .lastStream)
        window = try values.decodeIfPresent(Int.self, forKey: .window)
        environment = try values.decodeIfPresent(APNSEnvironment.self, forKey: .environment)
        endpoint = try values.decodeIfPresent(ServiceEndpoint.self, forKey: .endpoint)
        connection = try values.decodeIfPresent(Int.self, forKey: .connection)
        stream = try values.decodeIfPresent(UInt32.self, forKey: .stream)
        app = try values.decodeIfPresent(String.self, forKey: .app)
        if let hex = try values.decodeIfPresent(String.self, forKey: .token) {
            guard let token = try? DeviceToken(hex: hex) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .token, in: values,
                    debugDescription: "a device token in hexadecimal digits")
            }
            self.token = token
        }
        pushType = try values.decodeIfPresent(PushType.self, forKey: .pushType)
        count = try values.decodeIfPresent(Int.self, forKey: .count)
        probability = try values.decodeIfPresent(Double.self, forKey: .probability)
        afterSeconds = try values.decodeIfPresent(Double.self, forKey: .afterSeconds)
        seconds = try values.decodeIfPresent(Double.self, forKey: .seconds)
    }

    private static func delay(in values: KeyedDecodingContainer<CodingKeys>) throws -> FaultDelay? {
        let numbers = try CodingKeys.ofDelay.map {
            try values.decodeIfPresent(Double.self, forKey: $0)
        }
        let given = numbers.compactMap { $0 }
        if given.isEmpty { return nil }
        switch (given.count, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]) {
        case (1, let value?, _, _, _, _): return .fixed(value)
        case (2, _, let min?, let max?, _, _): return .uniform(min: min, max: max)
        case (2, _, _, _, let mean?, let deviation?):
            return .normal(mean: mean, deviation: deviation)
        default:
            throw FaultError(
                description: "a delay is \"milliseconds\", or \"min_milliseconds\" and "
                    + "\"max_milliseconds\", or \"mean_milliseconds\" and "
                    + "\"deviation_milliseconds\"")
        }
    }

    /// Encodes the token in shortened form, because no response may contain a complete token.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(kind, forKey: .kind)
        try values.encodeIfPresent(name, forKey: .name)
        try values.encodeIfPresent(status, forKey: .status)
        try values.encodeIfPresent(reason, forKey: .reason)
        try values.encodeIfPresent(retryAfter, forKey: .retryAfter)
        let keys: [CodingKeys] =
            switch delay {
            case nil: []
            case .fixed: [.milliseconds]
            case .uniform: [.minMilliseconds, .maxMilliseconds]
            case .normal: [.meanMilliseconds, .deviationMilliseconds]
            }
        for (key, value) in zip(keys, delay?.values ?? []) {
            try values.encode(value, forKey: key)
        }
        try values.encodeIfPresent(isProcessed, forKey: .isProcessed)
        try values.encodeIfPresent(errorCode, forKey: .errorCode)
        try values.encodeIfPresent(lastStream, forKey: .lastStream)
        try values.encodeIfPresent(window, forKey: .window)
        try values.encodeIfPresent(environment, forKey: .environment)
        try values.encodeIfPresent(endpoint, forKey: .endpoint)
        try values.encodeIfPresent(connection, forKey: .connection)
        try values.encodeIfPresent(stream, forKey: .stream)
        try values.encodeIfPresent(app, forKey: .app)
        try values.encodeIfPresent(token?.redacted, forKey: .token)
        try values.encodeIfPresent(pushType, forKey: .pushType)
        try values.encodeIfPresent(count, forKey: .count)
        try values.encodeIfPresent(probability, forKey: .probability)
        try values.encodeIfPresent(afterSeconds, forKey: .afterSeconds)
        try values.encodeIfPresent(seconds, forKey: .seconds)
    }
}

/// The reason why a fault was refused, and how to correct it.
public struct FaultError: Error, Hashable, CustomStringConvertible {
    public let description: String
}
