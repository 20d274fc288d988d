"""Positions mapped anew, and windows, at inference."""
