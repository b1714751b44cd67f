// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Somebody in a message or a call. Apple: since iOS 10.0.
public class INPerson: ValueObject, RecordBacked, @unchecked Sendable {
    /// The values of a person.
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

        /// The name that is shown: the given one, else the one made of its parts, else the handle.
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

    /// A person.
    ///
    /// - Parameters:
    ///   - personHandle: how they are reached.
    ///   - displayName: the name that is shown.
    ///   - contactIdentifier: who they are in Contacts.
    ///   - customIdentifier: who they are in the app.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
        image: INImage?, contactIdentifier: String?, customIdentifier: String?
    ) {
        self.init(
            record: Record(
                personHandle, nameComponents, displayName, image, contactIdentifier,
                customIdentifier))
    }

    /// A person who may be the one with the phone. Since iOS 12.0.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
        image: INImage?, contactIdentifier: String?, customIdentifier: String?, isMe: Bool
    ) {
        self.init(
            personHandle: personHandle, nameComponents: nameComponents, displayName: displayName,
            image: image, contactIdentifier: contactIdentifier, customIdentifier: customIdentifier,
            isMe: isMe, suggestionType: .none)
    }

    /// A person who may be the one with the phone, with where they are known from. Since iOS 15.0.
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

    /// A person that the system may offer to add to Contacts. Since iOS 15.0.
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

    /// A person with several handles.
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

    /// How they are reached.
    public var personHandle: INPersonHandle? { record.handle.map(INPersonHandle.init(record:)) }
    /// The parts of the name.
    public var nameComponents: PersonNameComponents? { record.nameComponents }
    /// The name that is shown.
    public var displayName: String { record.name }
    /// The picture.
    public var image: INImage? { record.image.map(INImage.init(record:)) }
    /// Who they are in Contacts.
    public var contactIdentifier: String? { record.contactIdentifier }
    /// Who they are in the app.
    public var customIdentifier: String? { record.customIdentifier }
    /// Other handles.
    public var aliases: [INPersonHandle]? {
        record.aliases?.map(INPersonHandle.init(record:))
    }
    /// Where they are known from.
    public var suggestionType: INPersonSuggestionType {
        INPersonSuggestionType(rawValue: record.suggestionType) ?? .none
    }
    /// Whether the system may offer to add them to Contacts. Since iOS 15.0.
    public var isContactSuggestion: Bool { record.isContactSuggestion }
    /// Whether they are the one with the phone. Since iOS 12.0.
    public var isMe: Bool { record.isMe }
}
