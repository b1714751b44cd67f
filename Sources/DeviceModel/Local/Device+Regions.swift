// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The regions that the phone monitors, and the effects of a change of location.
extension Device {
    /// How long a crossing must last before the phone confirms it, in seconds (`LCL-15`).
    var regionDwell: Double { Double(max(0, choices.regionDwellSeconds)) }

    /// The minimum radius that is monitored without precise location, in metres (`LCL-13`). Bellhop
    /// chose this value: Apple says that an imprecise location is an area some kilometres wide.
    static let impreciseRadiusMin = 5000.0

    /// Returns whether the phone monitors a region for an app. The app needs access to the
    /// location, possibly only while the app is in use (`LCL-13`), and after a restart the phone
    /// must have been unlocked once (`LCL-17`).
    func watches(_ region: Region, of app: InstalledApp) -> Bool {
        guard wasUnlocked,
            app.capabilities.isLocationPrecise || region.radius >= Self.impreciseRadiusMin
        else { return false }
        switch app.capabilities.locationAccess {
        case .always, .whenInUse: return true
        case .once: return effectiveState(of: app) == .foreground
        case .none: return false
        }
    }

    /// Ends access to the location that was allowed once. Call this method when the app leaves the
    /// screen (`LCL-13`).
    mutating func endLocationAccessOnce(of bundleID: String) {
        guard let index = apps.firstIndex(where: { $0.bundleID == bundleID }),
            apps[index].capabilities.locationAccess == .once
        else { return }
        apps[index].capabilities.locationAccess = .none
    }

    /// Compares the phone's location with each monitored region, and records the edges that the
    /// phone has crossed. Call this method when the location changes, or when monitoring becomes
    /// possible again.
    ///
    /// - Parameter old: The previous location. For a region that was not monitored before, the
    ///   phone has crossed the edge if the edge is between this location and the present location.
    mutating func observePlace(after old: Coordinate?, at now: Date) {
        for index in apps.indices {
            let places = apps[index].placeIndices
            guard !places.isEmpty else { continue }
            for (rank, place) in places.enumerated() {
                guard case .location(let region, _) = apps[index].pending[place].request.trigger
                else { continue }
                if rank < choices.regionCountMax, watches(region, of: apps[index]) {
                    observe(place, of: index, after: old, at: now)
                } else {
                    stopWatching(place, of: index)
                }
            }
        }
    }

    private mutating func observe(
        _ place: Int, of index: Int, after old: Coordinate?, at now: Date
    ) {
        let pending = apps[index].pending[place]
        guard case .location(let region, _) = pending.request.trigger else { return }
        settleUnnoticed(region, place, of: index, at: now)
        guard let here = location else {
            apps[index].crossings[pending.id] = nil
            return
        }
        let known = apps[index].pending[place].isInside ?? old.map { region.contains($0) }
        apps[index].pending[place].isInside = known ?? region.contains(here)
        guard let known else { return }
        let margin = Double(max(0, choices.regionMarginMetres))
        let isInside = region.contains(here, margin: margin, wasInside: known)
        if isInside == known {
            apps[index].crossings[pending.id] = nil
        } else if apps[index].crossings[pending.id]?.isEntry != isInside {
            apps[index].crossings[pending.id] = RegionCrossing(isEntry: isInside, at: now)
        }
    }

    /// Confirms a crossing in a direction for which the region causes no notification, if the
    /// crossing has lasted long enough.
    private mutating func settleUnnoticed(
        _ region: Region, _ place: Int, of index: Int, at now: Date
    ) {
        let id = apps[index].pending[place].id
        guard let crossing = apps[index].crossings[id],
            !region.notifies(onEntry: crossing.isEntry), crossing.at + regionDwell <= now
        else { return }
        apps[index].pending[place].isInside = crossing.isEntry
        apps[index].crossings[id] = nil
    }

    private mutating func stopWatching(_ place: Int, of index: Int) {
        apps[index].crossings[apps[index].pending[place].id] = nil
        // After a restart, no region is monitored until the first unlock. Until then, `isInside`
        // does not change.
        if wasUnlocked { apps[index].pending[place].isInside = nil }
    }
}
