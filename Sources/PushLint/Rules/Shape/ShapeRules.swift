// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// The rules about types, spelling and location of keys.
    static let shapeRules: [LintRule] = [
        foreignFormat,
        apsMissing, apsNotObject, emptyAPS, nothingToDo, nothingToShow,
        misspelledKey, misplacedKey, alertKeyInAPS, keyOutsideAPS, lookalikeCustomKey,
        unknownAPSKey, deprecatedKey,
        wrongType, booleanForNumber, wrongValue, numberOutOfRange, nullValue,
        keyNeedsNewerSystem,
    ]
}
