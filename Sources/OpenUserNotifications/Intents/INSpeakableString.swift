// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A name that can be spoken. Available since iOS 10.0.
public class INSpeakableString: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a name.
    public struct Record: ValueRecord {
        package var spokenPhrase: String
        package var vocabularyIdentifier: String?
        package var pronunciationHint: String?
    }

    /// Creates a name. Available since iOS 10.2.
    public convenience init(spokenPhrase: String) {
        self.init(record: Record(spokenPhrase: spokenPhrase))
    }

    /// Creates a name from the app's vocabulary. Available since iOS 11.0.
    public convenience init(
        vocabularyIdentifier: String, spokenPhrase: String, pronunciationHint: String?
    ) {
        self.init(
            record: Record(
                spokenPhrase: spokenPhrase, vocabularyIdentifier: vocabularyIdentifier,
                pronunciationHint: pronunciationHint))
    }

    /// The name as it is spoken.
    public var spokenPhrase: String { record.spokenPhrase }
    /// The identifier of the name in the app's vocabulary.
    public var vocabularyIdentifier: String? { record.vocabularyIdentifier }
    /// A hint about the pronunciation.
    public var pronunciationHint: String? { record.pronunciationHint }
}
