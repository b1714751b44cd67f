// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension AudienceFilter {
    /// Returns whether an audience may have been meant for a user.
    ///
    /// Only the conditions on the user are examined, because everything else about an installation
    /// may have changed since the campaign was sent. A campaign to named users is meant for them,
    /// and not for the person who uses the installation now.
    ///
    /// - Parameter user: the present user of the installation; `nil` if nobody has signed in.
    /// - Returns: `false` if the conditions on the user alone exclude the installation.
    package func permits(user: String?) -> Bool { answer(for: user) != false }

    /// Returns whether the audience contains every installation, or none, of a user; `nil` if that
    /// depends on other facts.
    private func answer(for user: String?) -> Bool? {
        switch self {
        case .all: return true
        case .users, .attribute(AudienceField.user.rawValue, _, _),
            .oneOf(AudienceField.user.rawValue, _), .exists(AudienceField.user.rawValue):
            return contains(InstallationFacts(bundleID: "", installation: "", user: user))
        case .app, .installations, .tags, .attribute, .oneOf, .exists: return nil
        case .and(let filters):
            let answers = filters.map { $0.answer(for: user) }
            if answers.contains(false) { return false }
            return answers.contains(nil) ? nil : true
        case .or(let filters):
            let answers = filters.map { $0.answer(for: user) }
            if answers.contains(true) { return true }
            return answers.contains(nil) ? nil : false
        case .not(let filter): return filter.answer(for: user).map { !$0 }
        }
    }
}
