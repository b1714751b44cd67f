// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension LintRule {
    /// The rules about visible and audible content: text, sound, badge, level, categories,
    /// extensions.
    static let alertRules: [LintRule] = textRules + soundRules + levelRules + extensionRules

    private static let textRules: [LintRule] = [
        alertIsJSON, emptyAlert, emptyText, textAndLocKey, locKeyEmpty, locArgsWithoutKey,
        locArgsCount,
        subtitleWithoutTitle, launchImageNotAName, placeholderInText,
    ]
    private static let soundRules: [LintRule] = [
        emptySound, soundMeansSilence, soundFormat, soundPath, soundWithoutExtension,
        soundObjectWithoutCritical, criticalSoundWithoutName,
    ]
    private static let levelRules: [LintRule] = [
        criticalSoundWithoutLevel, criticalLevelWithoutSound, criticalNeedsApproval,
        passiveWithSound, timeSensitiveMarketing,
    ]
    private static let extensionRules: [LintRule] = [
        blankIdentifier, urlArgsForApp, websitePushIncomplete, mutableContentWithoutText,
        mediaWithoutMutableContent, cipherWithoutMutableContent,
    ]
}
