// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// The rules about push type, priority, topic, expiration, identifiers and size.
    static let headerRules: [LintRule] = [
        unreadableHeaderLine, misspelledHeader, unknownHeader, repeatedHeader, headerWithoutValue,
        badPushType, pushTypeLetterCase, badPriority, badExpiration, expirationInMilliseconds,
        expirationInThePast, expirationBeyondStorage, badMessageID, collapseIDTooLong, badTopic,
        topicSuffix, compressedBody, badMinimumOS, pushTypeMissing, silentPayloadAsAlert,
        alertTypeWithoutAlert,
        backgroundPriority, backgroundPriorityUnsaid, priorityNotForType, passivePriority,
        urgentLevelLowPriority, priorityOne, pushToTalkPriority, pushToTalkExpiration,
        callWithoutExpiration, authorizationInFile, headerInPayload, tokenNotForType,
        payloadTooLarge,
        payloadForCallsOnly, payloadNearlyFull, newerSystem,
    ]
}
