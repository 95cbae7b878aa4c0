"""Barbu, pure: no clock, no disk, no process, no global random."""
