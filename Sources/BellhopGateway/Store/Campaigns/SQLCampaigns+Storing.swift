// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import SQLCore

/// Stores campaigns and drafts.
extension SQLCampaigns {
    static func insert(_ new: NewCampaign, app: Int64, at now: DatabaseTime) throws -> SQL {
        """
        INSERT INTO campaign (id, app, lane, tag, mix, step, deadline, rules, content, state,
            not_before, created_at, audience, name, definition, schedule, winner_at, urgency,
            template, variables, is_dry_run, family, activity, attributes_type, channel,
            channel_environment)
        VALUES (\(new.id), \(app), \(new.lane.rawValue),
            \(Int64(bitPattern: new.key.tag)), \(Int64(bitPattern: new.key.mix)),
            \(Int64(new.step)), \(new.deadline.milliseconds),
            \(try CampaignRules(new).text), \(new.content), \(new.state.rawValue),
            \(new.notBefore(now).milliseconds), \(now.milliseconds),
            \(try new.audience.map(json)), \(new.name), \(new.definition),
            \(try new.schedule.map(json)), \(new.winnerAt), \(new.urgency?.rawValue),
            \(new.template), \(try SQLVariables.json(new.variables)),
            \(new.extras.isDryRun == true), \(new.target?.family.rawValue),
            \(new.target?.activity), \(new.target?.attributesType),
            \(new.broadcast?.channel.text), \(new.broadcast?.environment.rawValue))
        RETURNING *
        """
    }

    /// Replaces the content and settings of a draft, which keeps its key and its identifier.
    static func replace(
        _ draft: Campaign.Number, with new: NewCampaign, app: Int64, at now: DatabaseTime
    ) throws -> SQL {
        """
        UPDATE campaign SET app = \(app), lane = \(new.lane.rawValue),
            deadline = \(new.deadline.milliseconds), rules = \(try CampaignRules(new).text),
            content = \(new.content), state = \(new.state.rawValue),
            not_before = \(new.notBefore(now).milliseconds),
            audience = \(try new.audience.map(json)), name = \(new.name),
            definition = \(new.definition), schedule = \(try new.schedule.map(json)),
            winner_at = \(new.winnerAt), urgency = \(new.urgency?.rawValue),
            template = \(new.template), variables = \(try SQLVariables.json(new.variables)),
            is_dry_run = \(new.extras.isDryRun == true), family = \(new.target?.family.rawValue),
            activity = \(new.target?.activity), attributes_type = \(new.target?.attributesType),
            channel = \(new.broadcast?.channel.text),
            channel_environment = \(new.broadcast?.environment.rawValue)
        WHERE no = \(draft)
        """
    }
}

extension NewCampaign {
    fileprivate var state: CampaignState {
        if isDraft { return .draft }
        return needsApproval ? .awaitingApproval : .scheduled
    }

    fileprivate func notBefore(_ now: DatabaseTime) -> DatabaseTime {
        (schedule?.dueTimes ?? dueTimes).min() ?? now
    }
}

/// Compiles the zones of a unit to a condition on `installation i`.
enum ZoneCondition {
    static func sql(_ zones: LocalSchedule.PageZones, plannedAt: Int64) -> SQL {
        let unknown: SQL = "(i.time_zone IS NULL OR NOT (i.time_zone \(in: zones.known)))"
        var own: SQL = "i.time_zone \(in: zones.own)"
        if zones.ownsUnknown { own += " OR " + unknown }
        var earlier: SQL = "i.time_zone \(in: zones.earlier)"
        if zones.unknownIsEarlier { earlier += " OR " + unknown }
        let since = plannedAt - LocalSchedule.clockTolerance
        return "(" + own + " OR (i.registered_at >= \(since) AND (" + earlier + ")))"
    }
}
