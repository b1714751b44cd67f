// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import SQLCore

/// The tokens of Live Activities to which a campaign goes, in place of the app's own tokens.
package struct CampaignTarget: Hashable, Sendable {
    /// `liveActivity` for updates and ends, `liveActivityStart` for starts.
    package var family: TokenFamily
    /// The identifier of the activity; `nil` for a start.
    package var activity: String?
    /// The type of the activity; `nil` for any.
    package var attributesType: String?

    package init(family: TokenFamily, activity: String?, attributesType: String?) {
        self.family = family
        self.activity = activity
        self.attributesType = attributesType
    }

    /// The columns of `campaign c` that contain the target.
    static let columns: SQL = "c.family, c.activity, c.attributes_type"

    init?(_ row: SQLRow) throws {
        guard let family: String = try row.optional("family") else { return nil }
        guard let known = TokenFamily(rawValue: family) else {
            throw SQLValueError(column: "campaign.family")
        }
        self.init(
            family: known, activity: try row.optional("activity"),
            attributesType: try row.optional("attributes_type"))
    }

    /// Joins `endpoint e`, the token to which a campaign goes, to `installation i`. If an
    /// installation has several suitable tokens, only the newest one is joined, so that the
    /// installation gets one notification.
    ///
    /// - Parameter target: `nil` for the app's own token.
    static func join(_ target: CampaignTarget?) -> SQL {
        guard let target else {
            return """
                JOIN endpoint e ON e.installation = i.no AND e.family = 'app'
                    AND \(SQLTransports.preferred("e"))
                """
        }
        var condition: SQL = "x.installation = i.no AND x.family = \(target.family.rawValue)"
        if let activity = target.activity { condition += " AND x.activity = \(activity)" }
        if let type = target.attributesType {
            condition +=
                " AND (x.attributes_type IS NULL OR x.attributes_type = \(type))"
        }
        return "JOIN endpoint e ON e.no = (SELECT max(x.no) FROM endpoint x WHERE \(condition))"
    }

    /// Joins `endpoint e` in the same way, for the target of `campaign c`.
    static let joinOfCampaign: SQL = """
        JOIN endpoint e ON e.no = (SELECT max(x.no) FROM endpoint x
            WHERE x.installation = i.no AND x.family = coalesce(c.family, 'app')
                AND (c.activity IS NULL OR x.activity = c.activity)
                AND (c.attributes_type IS NULL OR x.attributes_type IS NULL
                    OR x.attributes_type = c.attributes_type)
                AND \(SQLTransports.preferred("x")))
        """
}
