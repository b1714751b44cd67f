// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Something that happened between people, told to the system. Apple: since iOS 10.0.
///
/// The app's answer to the intent is not kept.
public class INInteraction: ValueObject, RecordBacked, @unchecked Sendable {
    /// The values of an interaction.
    public struct Record: ValueRecord {
        package var message: INSendMessageIntent.Record?
        package var call: INStartCallIntent.Record?
        package var direction = INInteractionDirection.unspecified.rawValue
        package var identifier = ""
        package var groupIdentifier: String?
        package var dateInterval: DateInterval?
    }

    /// An interaction about an intent. Answers of the app are not looked at.
    public convenience init(intent: any INIntent, response: INIntentResponse?) {
        var record = Record()
        record.message = (intent as? INSendMessageIntent)?.record
        record.call = (intent as? INStartCallIntent)?.record
        record.identifier = UUID().uuidString
        self.init(record: record)
    }

    /// Tells the system.
    public func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        let app = PhoneContext.current.services
        app.donate(record)
        if let completion { app.answer { completion(nil) } }
    }

    /// Tells the system.
    public func donate() async throws { PhoneContext.current.services.donate(record) }

    /// Makes the system forget all that the app told it; what tests see stays.
    public class func deleteAll(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        let app = PhoneContext.current.services
        if let completion { app.answer { completion(nil) } }
    }

    /// Who began.
    public var direction: INInteractionDirection {
        get { INInteractionDirection(rawValue: record.direction) ?? .unspecified }
        set { change { $0.direction = newValue.rawValue } }
    }
    /// What it was about.
    public var intent: any INIntent {
        if let call = record.call { return INStartCallIntent(record: call) }
        return INSendMessageIntent(record: record.message ?? INSendMessageIntent.Record())
    }
    /// The app's answer; always nil here.
    public var intentResponse: INIntentResponse? { nil }
    /// Its name.
    public var identifier: String {
        get { record.identifier }
        set { change { $0.identifier = newValue } }
    }
    /// The name of the group it belongs to.
    public var groupIdentifier: String? {
        get { record.groupIdentifier }
        set { change { $0.groupIdentifier = newValue } }
    }
    /// When it was.
    public var dateInterval: DateInterval? {
        get { record.dateInterval }
        set { change { $0.dateInterval = newValue } }
    }

    /// An interaction with the same values.
    public override func copy(with zone: NSZone? = nil) -> Any { INInteraction(record: record) }
}
