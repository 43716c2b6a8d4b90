"""What a written sentence says once its script and width are folded, and which times it names.

Pure text in, values out: shared by the sentences that become events and the questions asked of them.
"""
