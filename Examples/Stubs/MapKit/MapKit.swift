// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// A stub of the part of MapKit that the kit's map uses, after Apple's published declarations. It
// is only for type-checking; nothing here draws.
public import OpenUserNotifications

public typealias CLLocationDistance = Double

public struct MKCoordinateRegion {
    public init(
        center: CLLocationCoordinate2D, latitudinalMeters: CLLocationDistance,
        longitudinalMeters: CLLocationDistance
    ) {}
}

public protocol MKAnnotation: AnyObject {}

open class MKPointAnnotation: NSObject, MKAnnotation {
    open var coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 0)
    open var title: String?
}

@MainActor
open class MKMapView: UIView {
    open var region = MKCoordinateRegion(
        center: CLLocationCoordinate2D(latitude: 0, longitude: 0), latitudinalMeters: 0,
        longitudinalMeters: 0)
    open func addAnnotation(_ annotation: any MKAnnotation) {}
}
