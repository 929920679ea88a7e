"""Puzzles: positions with one right choice by a wide margin, each as the seat knew it that decided."""
