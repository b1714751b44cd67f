// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An interaction between people that the app reports to the system. Available since iOS 10.0.
///
/// The app's response to the intent is not stored.
public class INInteraction: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of an interaction.
    public struct Record: ValueRecord {
        package var message: INSendMessageIntent.Record?
        package var call: INStartCallIntent.Record?
        package var direction = INInteractionDirection.unspecified.rawValue
        package var identifier = ""
        package var groupIdentifier: String?
        package var dateInterval: DateInterval?
    }

    /// Creates an interaction for an intent. The response is ignored.
    public convenience init(intent: any INIntent, response: INIntentResponse?) {
        var record = Record()
        record.message = (intent as? INSendMessageIntent)?.record
        record.call = (intent as? INStartCallIntent)?.record
        record.identifier = UUID().uuidString
        self.init(record: record)
    }

    /// Donates the interaction to the system.
    public func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        let app = PhoneContext.current.services
        app.donate(record)
        if let completion { app.complete { completion(nil) } }
    }

    /// Donates the interaction to the system.
    public func donate() async throws { PhoneContext.current.services.donate(record) }

    /// Deletes the app's donated interactions. On the virtual phone this method has no effect, so
    /// that tests can still read the donations.
    public class func deleteAll(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        let app = PhoneContext.current.services
        if let completion { app.complete { completion(nil) } }
    }

    /// The direction of the interaction.
    public var direction: INInteractionDirection {
        get { INInteractionDirection(rawValue: record.direction) ?? .unspecified }
        set { change { $0.direction = newValue.rawValue } }
    }
    /// The intent of the interaction.
    public var intent: any INIntent {
        if let call = record.call { return INStartCallIntent(record: call) }
        return INSendMessageIntent(record: record.message ?? INSendMessageIntent.Record())
    }
    /// The app's response; always `nil` here.
    public var intentResponse: INIntentResponse? { nil }
    /// The interaction's identifier.
    public var identifier: String {
        get { record.identifier }
        set { change { $0.identifier = newValue } }
    }
    /// The identifier of the group to which the interaction belongs.
    public var groupIdentifier: String? {
        get { record.groupIdentifier }
        set { change { $0.groupIdentifier = newValue } }
    }
    /// The time of the interaction.
    public var dateInterval: DateInterval? {
        get { record.dateInterval }
        set { change { $0.dateInterval = newValue } }
    }

    /// Returns an interaction with the same values.
    public override func copy(with zone: NSZone? = nil) -> Any { INInteraction(record: record) }
}
