// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A person in a message or a call. Available since iOS 10.0.
public class INPerson: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a person.
    public struct Record: ValueRecord {
        package var handle: INPersonHandle.Record?
        package var nameComponents: PersonNameComponents?
        package var displayName: String?
        package var image: INImage.Record?
        package var contactIdentifier: String?
        package var customIdentifier: String?
        package var aliases: [INPersonHandle.Record]?
        package var isMe = false
        package var isContactSuggestion = false
        package var suggestionType = INPersonSuggestionType.none.rawValue

        init(
            _ handle: INPersonHandle, _ nameComponents: PersonNameComponents?,
            _ displayName: String?, _ image: INImage?, _ contactIdentifier: String?,
            _ customIdentifier: String?
        ) {
            self.handle = handle.record
            self.nameComponents = nameComponents
            self.displayName = displayName
            self.image = image?.record
            self.contactIdentifier = contactIdentifier
            self.customIdentifier = customIdentifier
        }

        /// The name to show: the display name; if there is none, the name components; if there are
        /// none, the handle.
        package var name: String {
            if let displayName, !displayName.isEmpty { return displayName }
            if let nameComponents {
                let parts = [nameComponents.givenName, nameComponents.familyName]
                let name = parts.compactMap { $0 }.joined(separator: " ")
                if !name.isEmpty { return name }
            }
            return handle?.value ?? ""
        }
    }

    /// Creates a person.
    ///
    /// - Parameters:
    ///   - personHandle: the means of reaching the person.
    ///   - displayName: the name to show.
    ///   - contactIdentifier: the person's identifier in Contacts.
    ///   - customIdentifier: the person's identifier in the app.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
        image: INImage?, contactIdentifier: String?, customIdentifier: String?
    ) {
        self.init(
            record: Record(
                personHandle, nameComponents, displayName, image, contactIdentifier,
                customIdentifier))
    }

    /// Creates a person; `isMe` states whether this person is the phone's user. Available since iOS
    /// 12.0.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
        image: INImage?, contactIdentifier: String?, customIdentifier: String?, isMe: Bool
    ) {
        self.init(
            personHandle: personHandle, nameComponents: nameComponents, displayName: displayName,
            image: image, contactIdentifier: contactIdentifier, customIdentifier: customIdentifier,
            isMe: isMe, suggestionType: .none)
    }

    /// Creates a person; `suggestionType` is the source from which the system suggested the person,
    /// and `isMe` states whether this person is the phone's user. Available since iOS 15.0.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
        image: INImage?, contactIdentifier: String?, customIdentifier: String?, isMe: Bool,
        suggestionType: INPersonSuggestionType
    ) {
        var record = Record(
            personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier)
        record.isMe = isMe
        record.suggestionType = suggestionType.rawValue
        self.init(record: record)
    }

    /// Creates a person whom the system may suggest adding to Contacts. Available since iOS 15.0.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
        image: INImage?, contactIdentifier: String?, customIdentifier: String?,
        isContactSuggestion: Bool, suggestionType: INPersonSuggestionType
    ) {
        var record = Record(
            personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier)
        record.isContactSuggestion = isContactSuggestion
        record.suggestionType = suggestionType.rawValue
        self.init(record: record)
    }

    /// Creates a person with several handles.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
        image: INImage?, contactIdentifier: String?, customIdentifier: String?,
        aliases: [INPersonHandle]?, suggestionType: INPersonSuggestionType
    ) {
        var record = Record(
            personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier)
        record.aliases = aliases?.map(\.record)
        record.suggestionType = suggestionType.rawValue
        self.init(record: record)
    }

    /// The means of reaching the person.
    public var personHandle: INPersonHandle? { record.handle.map(INPersonHandle.init(record:)) }
    /// The components of the name.
    public var nameComponents: PersonNameComponents? { record.nameComponents }
    /// The name to show.
    public var displayName: String { record.name }
    /// The person's image.
    public var image: INImage? { record.image.map(INImage.init(record:)) }
    /// The person's identifier in Contacts.
    public var contactIdentifier: String? { record.contactIdentifier }
    /// The person's identifier in the app.
    public var customIdentifier: String? { record.customIdentifier }
    /// The person's other handles.
    public var aliases: [INPersonHandle]? {
        record.aliases?.map(INPersonHandle.init(record:))
    }
    /// The source from which the system suggested the person.
    public var suggestionType: INPersonSuggestionType {
        INPersonSuggestionType(rawValue: record.suggestionType) ?? .none
    }
    /// Whether the system may suggest adding the person to Contacts. Available since iOS 15.0.
    public var isContactSuggestion: Bool { record.isContactSuggestion }
    /// Whether the person is the phone's user. Available since iOS 12.0.
    public var isMe: Bool { record.isMe }
}
